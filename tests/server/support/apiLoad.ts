import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type BodyOf, type Named, type OutputOf, requiredFields } from '#contract/call'
import { allCalls, calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { kobo } from '#domain/money/kobo'
import { fromWire, toWire } from '#domain/wire'
import { contentType, encode } from './harness'
import { naira } from './people'
import { isLong, sliceOf } from './rounds'

type Reply<C extends Named> = OutputOf<C> & { status: string; message: string }

/** Calls over HTTP alone, so that any release can answer them. */
export function openCaller(url: string) {
  const counts = { answered: 0, busy: 0, repeated: 0 }
  /** The keys of the changes that were answered. */
  const made = new Set<string>()

  async function post(call: Named, body: string, headers: Record<string, string>) {
    const address = `${url}/api/admin/${call.path}`
    try {
      const reply = await fetch(address, { method: 'POST', headers, body })
      // The proxy has lost the server.
      if (reply.status === 502) return undefined
      return { http: reply.status, text: await reply.text() }
    } catch {
      return undefined
    }
  }

  /** As the portal does: a lost reply is asked for once more, with the same key; a busy server is asked again later. */
  async function ask<C extends Named>(call: C, body: BodyOf<C>, token?: string): Promise<Reply<C>> {
    const key = randomUUID()
    const text = encode(call, toWire(call.input, body))
    const headers = {
      'content-type': contentType(call),
      'idempotency-key': key,
      ...(token !== undefined && { logintoken: token }),
    }
    for (let lost = 0; lost < 2; ) {
      const reply = await post(call, text, headers)
      if (reply && ![409, 429, 503].includes(reply.http)) {
        counts.answered += 1
        const json = JSON.parse(reply.text) as Record<string, unknown>
        if (json.status !== '200') throw new Error(`${call.name}: ${reply.http} ${String(json.message)}`)
        if (call.kind === 'write') made.add(key)
        return { ...json, ...(fromWire(call.output, json) as object) } as Reply<C>
      }
      if (reply) counts.busy += 1
      else {
        lost += 1
        counts.repeated += 1
      }
      await wait(100)
    }
    throw new Error(`${call.name} was lost twice`)
  }
  return { ask, counts, made }
}

type Caller = ReturnType<typeof openCaller>
const paidIn = naira(50)
const paidOut = naira(20)

/** The reads that need no record to be named, of those that these servers answer. */
async function answeredReads({ ask }: Caller, token: string, isKnown: (name: string) => boolean) {
  const candidates = allCalls.filter(
    (call) =>
      call.kind === 'read' &&
      !['public', 'loginToken'].includes(call.access as string) &&
      requiredFields(call).every((field) => field === 'page') &&
      isKnown(call.name),
  )
  const answered: Named[] = []
  for (const call of sliceOf(candidates))
    await ask(call, { page: 1 } as never, token).then(
      () => answered.push(call),
      () => {},
    )
  return answered
}

/** Between two calls: a short run leaves the processor to the tests beside it. */
const pause = () => wait(isLong ? 0 : 50)

/** Two readers, who open every list and report, and clerks who credit customers and pay withdrawals out, until `close`. */
export async function openLoad(caller: Caller, token: string, isKnown: (name: string) => boolean) {
  const { ask, counts } = caller
  const { getCustomers, getCustomersBalance, creditUser } = calls.customers
  const { createWithDrawalRequest, getWithDrawList, WithDrawalRequestApproval } = calls.withdrawals
  const { data: customers } = await ask(getCustomers, { page: 1 }, token)
  const clients = customers.data.filter(({ status }) => status).slice(0, 4)
  const reads = await answeredReads(caller, token, isKnown)
  const balancesOf = (ids: readonly number[]): Promise<{ balance: Kobo; held: Kobo }[]> =>
    Promise.all(
      ids.map(
        async (customer_id) => (await ask(getCustomersBalance, { customer_id }, token)).data.main_wallet,
      ),
    )
  const ids = clients.map(({ id }) => id)
  const before = await balancesOf(ids)
  let closing = false

  /** How often the customer was credited and paid out. */
  async function serve(customer_id: number) {
    for (let turns = 0; ; turns += 1) {
      if (closing) return turns
      await ask(creditUser, { amount: paidIn, customer_id }, token)
      const asked = { amount: paidOut, description: 'School fees', customer_id }
      const { data } = await ask(createWithDrawalRequest, asked, token)
      const list = await ask(getWithDrawList, { page: 1, search: data.reference }, token)
      const id = list.data.data[0]?.id ?? 0
      await ask(WithDrawalRequestApproval, { id, status: 'approve' }, token)
      await pause()
    }
  }
  async function readAll() {
    while (!closing)
      for (const call of reads) {
        await ask(call, { page: 1 } as never, token)
        await pause()
      }
  }
  let fault: unknown
  const working = Promise.all([...ids.map(serve), readAll(), readAll()]).catch((error: unknown) => {
    fault = error
  })
  return {
    reads: reads.length,
    /** Waits for this many more replies. Rethrows what failed. */
    more: async (replies: number) => {
      for (const enough = counts.answered + replies; counts.answered < enough; await wait(5))
        if (fault) throw fault
    },
    /** The balances now, and those that the changes must have led to. */
    close: async () => {
      closing = true
      const turns = (await working) ?? []
      if (fault) throw fault
      const expected = before.map(({ balance, held }, at) => ({
        balance: kobo(balance + Number(turns[at]) * (paidIn - paidOut)),
        held,
      }))
      return { now: await balancesOf(ids), expected }
    },
  }
}
