import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { BodyOf, Named, Write } from '#contract/call'
import { calls } from '#contract/index'
import { kobo, negateKobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import { toWire } from '#domain/wire'
import { agentCashOf, mainWalletOf } from '#server/ledger/accounts'
import type { Beat } from './beats'
import { naira } from './people'

/** What a change does to accounts, in kobo: to the balance and to the held amount. */
export type Effect = Record<string, { balance?: number; held?: number }>
export type Intent = { path: string; body: string; key: string; token: string; effect: Effect }
type Reply = { status: string; message: string; data?: { reference: string } }
export type Acknowledged = { intent: Intent; reply: Reply }

type Person = { token: string }
export type Till = { clerk: Person; manager: Person; customerId: number; saving: string; beat: Beat }

/** Requests wait at the gate while no server runs. */
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
  const isBusy = reply.status === 409 || reply.status === 429
  return { isBusy, isFailing: reply.status === 503, reply: (await reply.json()) as Reply }
}

/**
 * Clerks and managers at their tills, each with a customer and an agent: they credit, transfer, request and decide
 * withdrawals, and record a collection sheet, in a loop. A request without a reply is sent again with its key as soon as a server runs;
 * with `mayFail`, so is one that a server could not do after the gate was closed: its disk stops before it does.
 */
export function openTills(tills: Till[], sharedCustomer: number, { mayFail = false } = {}) {
  let gate = makeGate()
  let closing = false
  const acknowledged: Acknowledged[] = []
  /** What each till has sent without a reply so far. */
  const unanswered = new Map<Till, Intent>()

  async function send(intent: Omit<Intent, 'effect'>): Promise<Reply> {
    for (;;) {
      const here = gate
      here.waiting += 1
      const url = await here.opened
      here.waiting -= 1
      const sent = await post(url, intent).catch(() => undefined)
      const isCut = mayFail && sent?.isFailing && gate !== here
      if (sent && !sent.isBusy && !isCut) return sent.reply
      await wait(sent ? 20 : 1)
    }
  }

  async function make<C extends Named<Write>>(
    till: Till,
    by: Person,
    call: C,
    body: BodyOf<C>,
    effect: Effect,
  ) {
    const json = JSON.stringify(toWire(call.input, body))
    const intent = { path: call.path, body: json, key: randomUUID(), token: by.token, effect }
    unanswered.set(till, intent)
    const reply = await send(intent)
    expect(reply, call.name).toMatchObject({ status: '200' })
    acknowledged.push({ intent, reply })
    unanswered.delete(till)
    return reply
  }

  async function serve(till: Till) {
    const { creditUser, savingWalletToMainWallets } = calls.customers
    const { createWithDrawalRequest, getWithDrawList, WithDrawalRequestApproval } = calls.withdrawals
    const { clerk, manager, customerId: customer_id, saving, beat } = till
    const main = mainWalletOf(customer_id)
    const seen: string[] = []
    const [one, fifty, sixty, hundred] = [naira(1), naira(50), naira(60), naira(100)]
    for (let turn = 0; !closing; turn++) {
      await make(
        till,
        clerk,
        creditUser,
        { amount: one, customer_id: sharedCustomer },
        { [mainWalletOf(sharedCustomer)]: { balance: one } },
      )
      await make(till, clerk, creditUser, { amount: fifty, customer_id }, { [main]: { balance: fifty } })
      await make(
        till,
        clerk,
        savingWalletToMainWallets,
        { amount: hundred, customer_id, savings_ref: saving },
        { [main]: { balance: hundred }, [saving]: { balance: negateKobo(hundred) } },
      )
      const sheet = await make(
        till,
        clerk,
        calls.collections.recordSheet,
        {
          agent_id: beat.agentId,
          day: lagosDay(new Date()),
          lines: beat.wallets.map(({ id }) => ({ savings_id: id, amount: fifty, twice: true })),
          counted: sixty,
          seen,
        },
        {
          ...Object.fromEntries(beat.wallets.map(({ reference }) => [reference, { balance: fifty }])),
          [agentCashOf(beat.agentId)]: { balance: kobo(sixty - fifty * beat.wallets.length) },
        },
      )
      if (sheet.data) seen.push(sheet.data.reference)
      const asked = await make(
        till,
        clerk,
        createWithDrawalRequest,
        { amount: sixty, description: 'School fees', customer_id },
        { [main]: { held: sixty } },
      )
      const search = JSON.stringify({ page: 1, search: asked.data?.reference })
      const match = await send({ path: getWithDrawList.path, body: search, key: randomUUID(), ...clerk })
      const [{ id }] = (match as unknown as { data: { data: [{ id: number }] } }).data.data
      await make(
        till,
        manager,
        WithDrawalRequestApproval,
        { id, ...(turn % 3 ? { status: 'approve' } : { status: 'rejected', comment: 'Signature differs' }) },
        { [main]: { balance: turn % 3 ? negateKobo(sixty) : 0, held: negateKobo(sixty) } },
      )
    }
  }

  let fault: unknown
  const served = Promise.all(tills.map(serve)).catch((error: unknown) => {
    fault = error
  })
  return {
    acknowledged,
    unanswered,
    openGate: (url: string) => gate.open(url),
    /** New requests wait; those under way fail by themselves. */
    closeGate: () => {
      gate = makeGate()
    },
    /** Waits for a condition; rethrows what failed at a till. */
    until: async (isMet: () => boolean) => {
      while (!isMet()) {
        if (fault) throw fault
        await wait(1)
      }
    },
    allWait: () => gate.waiting === tills.length,
    close: async () => {
      closing = true
      await served
      if (fault) throw fault
    },
  }
}
