import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { BodyOf, Named, OutputOf } from '#contract/call'
import { calls } from '#contract/index'
import { fromWire, toWire } from '#domain/wire'
import { encoded } from '../load/ask'

/** What the office does on a market day, by the portal's calls. A server that is down or busy is asked again, with the same key. */
export function openOffice(url: string, { keeper, decider }: { keeper: string; decider: string }) {
  async function ask<C extends Named>(call: C, body: BodyOf<C>, token: string): Promise<OutputOf<C>> {
    const key = randomUUID()
    for (;;) {
      const reply = await fetch(`${url}/api/admin/${call.path}`, {
        method: 'POST',
        headers: {
          'content-type': call.encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
          logintoken: token,
          'idempotency-key': key,
        },
        body: encoded(call, toWire(call.input, body) as Record<string, string>),
      })
        .then(async (answer) => ({ http: answer.status, json: (await answer.json()) as { status: string } }))
        .catch(() => undefined)
      if (reply?.json.status === '200') return fromWire(call.output, reply.json) as OutputOf<C>
      if (reply && ![409, 429, 503].includes(reply.http))
        throw new Error(`${call.name} answered ${reply.http}: ${JSON.stringify(reply.json)}`)
      await wait(200)
    }
  }
  const { agentDevice, approveDevice, dissApproveDevice, deleteDevice, setDeviceToPrimary } = calls.agents
  const { getLateBatches, lateBatchDecision } = calls.collections

  return {
    /** Approves a device and makes it the agent's primary one. */
    approve: async (device_id: number, agent_id: number) => {
      await ask(approveDevice, { device_id }, keeper)
      await ask(setDeviceToPrimary, { device_id, agent_id }, keeper)
    },
    disapprove: (device_id: number) => ask(dissApproveDevice, { device_id }, keeper),
    remove: (device_id: number) => ask(deleteDevice, { device_id }, keeper),
    devices: async (agent_id: number) => (await ask(agentDevice, { agent_id }, keeper)).agent,
    /** Decides on all that waits: every third is rejected. Returns how many there were. */
    decideAll: async () => {
      let decided = 0
      for (;;) {
        const { data } = await ask(getLateBatches, { page: 1, status: 'pending' }, decider)
        if (data.data.length === 0) return decided
        for (const { id } of data.data) {
          decided += 1
          const decision =
            decided % 3 === 0
              ? { id, status: 'reject' as const, comment: 'The customer denies it' }
              : { id, status: 'accept' as const }
          await ask(lateBatchDecision, decision, decider)
        }
      }
    },
  }
}
export type Office = ReturnType<typeof openOffice>
