import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { BodyOf, Named, Write } from '#contract/call'
import { calls } from '#contract/index'
import { negateKobo } from '#domain/money/kobo'
import { toWire } from '#domain/wire'
import { mainWalletOf } from '#server/ledger/accounts'
import { naira } from './people'

/** What an intent does to accounts, in kobo: to the balance, and to what is held of it. */
export type Effect = Record<string, { balance?: number; held?: number }>
export type Intent = { path: string; body: string; key: string; token: string; effect: Effect }
type Reply = { status: string; message: string; data?: { reference: string } }
export type Made = { intent: Intent; reply: Reply }

type Person = { token: string }
export type Counter = { clerk: Person; manager: Person; customerId: number; saving: string }

/** The way to the server: shut while there is none. */
function makeGate() {
  let open: (url: string) => void = () => {}
  const opened = new Promise<string>((resolve) => {
    open = resolve
  })
  return { open, opened, waiting: 0 }
}

export async function post(url: string, intent: Omit<Intent, 'effect'>) {
  const { path, body, key, token } = intent
  const headers = { 'content-type': 'application/json', logintoken: token, 'idempotency-key': key }
  const reply = await fetch(`${url}/api/admin/${path}`, { method: 'POST', headers, body })
  return { isBusy: reply.status === 409 || reply.status === 429, reply: (await reply.json()) as Reply }
}

/**
 * Clerks and managers at their counters, each with a customer: credit, transfer, withdrawal asked for and decided, over
 * and over. What is not answered is sent again, with its key, as soon as there is a server.
 */
export function openCounters(counters: Counter[], sharedCustomer: number) {
  let gate = makeGate()
  let closing = false
  const made: Made[] = []
  /** Sent by each counter, and not answered yet. */
  const open = new Map<Counter, Intent>()

  async function send(intent: Omit<Intent, 'effect'>): Promise<Reply> {
    for (;;) {
      const here = gate
      here.waiting += 1
      const url = await here.opened
      here.waiting -= 1
      const answer = await post(url, intent).catch(() => undefined)
      if (answer && !answer.isBusy) return answer.reply
      await wait(answer ? 20 : 1)
    }
  }

  async function make<C extends Named<Write>>(
    counter: Counter,
    by: Person,
    call: C,
    body: BodyOf<C>,
    effect: Effect,
  ) {
    const json = JSON.stringify(toWire(call.input, body))
    const intent = { path: call.path, body: json, key: randomUUID(), token: by.token, effect }
    open.set(counter, intent)
    const reply = await send(intent)
    expect(reply, call.name).toMatchObject({ status: '200' })
    made.push({ intent, reply })
    open.delete(counter)
    return reply
  }

  async function serve(counter: Counter) {
    const { creditUser, savingWalletToMainWallets } = calls.customers
    const { createWithDrawalRequest, getWithDrawList, WithDrawalRequestApproval } = calls.withdrawals
    const { clerk, manager, customerId: customer_id, saving } = counter
    const main = mainWalletOf(customer_id)
    const [one, fifty, sixty, hundred] = [naira(1), naira(50), naira(60), naira(100)]
    for (let turn = 0; !closing; turn++) {
      await make(
        counter,
        clerk,
        creditUser,
        { amount: one, customer_id: sharedCustomer },
        { [mainWalletOf(sharedCustomer)]: { balance: one } },
      )
      await make(counter, clerk, creditUser, { amount: fifty, customer_id }, { [main]: { balance: fifty } })
      await make(
        counter,
        clerk,
        savingWalletToMainWallets,
        { amount: hundred, customer_id, savings_ref: saving },
        { [main]: { balance: hundred }, [saving]: { balance: negateKobo(hundred) } },
      )
      const asked = await make(
        counter,
        clerk,
        createWithDrawalRequest,
        { amount: sixty, description: 'School fees', customer_id },
        { [main]: { held: sixty } },
      )
      const search = JSON.stringify({ page: 1, search: asked.data?.reference })
      const found = await send({ path: getWithDrawList.path, body: search, key: randomUUID(), ...clerk })
      const [{ id }] = (found as unknown as { data: { data: [{ id: number }] } }).data.data
      await make(
        counter,
        manager,
        WithDrawalRequestApproval,
        { id, ...(turn % 3 ? { status: 'approve' } : { status: 'rejected', comment: 'Signature differs' }) },
        { [main]: { balance: turn % 3 ? negateKobo(sixty) : 0, held: negateKobo(sixty) } },
      )
    }
  }

  let fault: unknown
  const served = Promise.all(counters.map(serve)).catch((error: unknown) => {
    fault = error
  })
  return {
    made,
    open,
    letIn: (url: string) => gate.open(url),
    /** From now on nobody new is let in; who is inside finds out by themselves. */
    shut: () => {
      gate = makeGate()
    },
    /** Until something is so; what went wrong at a counter is thrown. */
    until: async (isSo: () => boolean) => {
      while (!isSo()) {
        if (fault) throw fault
        await wait(1)
      }
    },
    allWait: () => gate.waiting === counters.length,
    close: async () => {
      closing = true
      await served
      if (fault) throw fault
    },
  }
}
