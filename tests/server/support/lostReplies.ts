import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { BodyOf, Named, Write } from '#contract/call'
import { type Cut, requestOf, startCuttingProxy } from './cuttingProxy'
import type { Answer, TestServer } from './harness'
import { sentences } from '../../sentences'

const ways = ['once', 'twice at once', 'cut in the request', 'cut once sent', 'cut before the reply'] as const
type Way = (typeof ways)[number]
/** After these the server may not have received the change. */
const mayBeMissing: readonly Way[] = ['cut in the request', 'cut once sent']

/** How a change is sent the first time, and whether its outcome is then asked by a repeat or by a check of its key. */
export type Delivery = { way: Way; at: number; isChecked: boolean }
export const deliveries: fc.Arbitrary<Delivery> = fc.record({
  way: fc.oneof({ weight: 4, arbitrary: fc.constant<Way>('once') }, ...ways.map((way) => fc.constant(way))),
  at: fc.nat({ max: 10_000 }),
  isChecked: fc.constantFrom(false, false, true),
})

/** About as long as a change takes: asking again at once would slow it down. */
const pauseMs = 10
const neverReceived = sentences.notDone

/** Sends changes whose replies get lost, and returns their outcome. Close it before the server. */
export async function openLossyConnection(server: TestServer) {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { exchange, close } = await startCuttingProxy((server.app.server.address() as AddressInfo).port)
  const sent = Object.fromEntries(ways.map((way) => [way, 0])) as Record<Way, number>

  /** Makes a change and asks for its outcome with the same key: each reply that arrived must have said the same. */
  async function send<C extends Named<Write>>(
    call: C,
    body: BodyOf<C>,
    by: { token: string },
    { way, at, isChecked }: Delivery,
  ): Promise<Answer<C>> {
    sent[way] += 1
    const key = randomUUID()
    const ask = (headers = {}) => server.ask(call, body, { token: by.token, key, headers })
    const arrived: Answer<C>[] = []
    if (way === 'once') arrived.push(await ask())
    else if (way === 'twice at once') arrived.push(...(await Promise.all([ask(), ask()])))
    else {
      const request = requestOf(call, body, { ...by, key })
      expect(await exchange(request, cutOf(way, request, at))).toBeUndefined()
    }

    let outcome: Answer<C>
    // Until the first copy, which the server may still be working on, has ended.
    for (;;) {
      outcome = await ask(isChecked ? { 'idempotency-check': '1' } : {})
      if (outcome.http !== 409) break
      await wait(pauseMs)
    }
    const final = arrived.filter(({ http }) => http !== 409)
    if (way === 'once' || way === 'twice at once') expect(final.length).toBeGreaterThan(0)
    for (const { json } of final) expect(json).toEqual(outcome.json)
    if (outcome.message !== neverReceived) return outcome
    expect(mayBeMissing).toContain(way)
    // The key is refused from now on, even if the first copy arrives late.
    return send(call, body, by, { way: 'once', at: 0, isChecked: false })
  }
  return { send, sent, close }
}

function cutOf(way: Way, request: string, at: number): Cut {
  const size = Buffer.byteLength(request)
  if (way === 'cut in the request') return { in: 'request', after: 1 + (at % (size - 1)) }
  if (way === 'cut once sent') return { in: 'request', after: size }
  // Up to the headers' end: the proxy may not cut behind the end of a short reply.
  return { in: 'reply', after: at % 200 }
}
