import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { calls } from '#contract/index'
import type { Database } from '#server/db/database'
import { makeBeats } from '../server/support/beats'
import { askerOf } from './ask'
import { say } from './ownPostgres'
import { startServer } from './ownServer'

const { depositSaving } = calls.savings

/** A server whose staff read and change while something else goes on: a call of each kind about ten times a second. */
export async function openOthers(database: Database, token: string) {
  const [beat] = await makeBeats(database, { agents: 1, wallets: 300 }, new Date())
  if (!beat) throw new Error('There is no agent with wallets.')
  const { server, port } = await startServer()
  const ask = askerOf({ port, token })
  let at = 0

  /** The deposit of one customer, in milliseconds. */
  async function deposit() {
    at += 1
    const { id } = beat?.wallets[at % beat.wallets.length] ?? {}
    const begun = performance.now()
    const reply = await fetch(`http://127.0.0.1:${port}/api/admin/${depositSaving.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        logintoken: token,
        cookie: 'XSRF-TOKEN=load',
        'x-xsrf-token': 'load',
      },
      body: JSON.stringify({ savings_id: id, amount: '100.50' }),
    })
    const { status, message } = (await reply.json()) as { status: string; message: string }
    if (status !== '200') throw new Error(`${depositSaving.path} answered ${status}: ${message}`)
    return performance.now() - begun
  }
  const kinds = {
    'first page of customers': async () => (await ask(calls.customers.getCustomers, { page: 1 })).ms,
    deposit,
  }

  return {
    /** Does `act`, and prints how long calls of others take meanwhile. */
    async measured<T>(what: string, act: () => Promise<T>): Promise<T> {
      const end = { isNear: false }
      const times = Object.entries(kinds).map(async ([kind, call]) => {
        const taken: number[] = []
        while (!end.isNear) {
          taken.push(await call())
          await wait(100)
        }
        return { kind, taken: taken.toSorted((a, b) => a - b) }
      })
      const result = await act().finally(() => {
        end.isNear = true
      })
      for (const { kind, taken } of await Promise.all(times)) {
        const ms = (share: number) => Math.round(taken[Math.ceil(taken.length * share) - 1] ?? 0)
        say(
          `  others ${what}, ${kind}: ${taken.length} calls, p50 ${ms(0.5)} ms, p99 ${ms(0.99)} ms, longest ${ms(1)} ms`,
        )
      }
      return result
    },
    async end() {
      const ended = once(server, 'exit')
      server.disconnect()
      await ended
    },
  }
}
