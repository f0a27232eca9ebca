import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { calls } from '#contract/index'
import { kobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import { verifyLedger } from '#server/ledger/verify'
import type { Answer } from '../support/harness'
import { openLoanDesk } from './loanDesk'
import { naira, rate } from '../support/people'
import { roundsOf } from '../support/rounds'
import { onPostgres } from '../support/testDatabase'
import { manyCalls } from '../support/harness'

const rounds = roundsOf(5)
const desk = await openLoanDesk({ limits: manyCalls })
const { server, musa, ngozi, accept, rejectAs, first, apply, makeBorrower, stateOf, pay } = desk
const { database } = server
const { firstLoanApproval, secondLoanApproval, updateInterestLoan } = calls.loans
const third = await server.enterAs({ name: 'Ebele Anyanwu', role: 'Main Admin' })

const waiting = async () => {
  const { rows } = await database.$client.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

type Ask = () => Promise<Answer>
/** Two requests at once. Every other time a third connection holds the row until both wait for it. */
async function race(gate: string | undefined, one: Ask, other: Ask, waiters = 2) {
  const keeper = gate ? await database.$client.connect() : undefined
  await keeper?.query(`begin; ${gate}`)
  const replies = Promise.all([one(), other()])
  if (keeper) {
    await expect.poll(waiting, { interval: 2 }).toBe(waiters)
    await keeper.query('rollback')
    keeper.release()
  }
  return await replies
}
const statuses = (replies: readonly Answer[]) => replies.map(({ status }) => String(status)).toSorted()
const loanRow = (id: number) => `select 1 from loans where id = ${id} for update`
const mainWallet = `select 1 from ledger_accounts where name = 'MBW' for update`
const refusalIn = (replies: readonly Answer[]) => replies.find(({ status }) => status === '400')?.message

const second = (id: number, from = ngozi) => server.ask(secondLoanApproval, accept(id), from)
async function waitingLoan(terms?: Parameters<typeof apply>[1]) {
  const loan = await apply(await makeBorrower(), { amount: naira(700), ...terms })
  await first(loan.id)
  return loan
}

/** One disbursement entry and a schedule where the loan was approved, nothing otherwise. */
async function expectOnce(
  loan: { id: number; amount: number },
  status: 'approved' | 'rejected' | 'in-progress' | 'pending',
) {
  const found = await stateOf(loan.id)
  expect(found.applicationStatus).toBe(status)
  const paidOut = status === 'approved'
  expect(await desk.entriesFor(found.customerId)).toHaveLength(paidOut ? 1 : 0)
  expect(await desk.walletOf(found.customerId)).toBe(paidOut ? loan.amount : 0)
  expect(await desk.scheduleOf(loan.id)).toHaveLength(paidOut ? found.instalmentTimes : 0)
  if (paidOut) expect((await desk.accountOf(found.reference)).balance).toBe(found.totalPayable)
}

const races: Record<string, (gated: boolean) => Promise<void>> = {
  async 'the first approval, pressed by two'(gated) {
    const loan = await apply(await makeBorrower())
    const gate = gated ? loanRow(loan.id) : undefined
    const replies = await race(
      gate,
      () => first(loan.id, musa),
      () => first(loan.id, ngozi),
    )
    expect(statuses(replies)).toEqual(['200', '400'])
    const winner = replies[0].status === '200' ? musa : ngozi
    expect((await stateOf(loan.id)).firstApprovalId).toBe(winner.id)
    expect(refusalIn(replies)).toContain(`already has its first approval, given by ${winner.name} on`)
    await expectOnce(loan, 'in-progress')
  },

  async 'the second approval, pressed by two'(gated) {
    const loan = await waitingLoan()
    const before = await desk.mainBalance()
    const gate = gated ? loanRow(loan.id) : undefined
    const replies = await race(
      gate,
      () => second(loan.id, ngozi),
      () => second(loan.id, third),
    )
    expect(statuses(replies)).toEqual(['200', '400'])
    const winner = replies[0].status === '200' ? ngozi : third
    expect((await stateOf(loan.id)).approvedBy).toBe(winner.id)
    expect(refusalIn(replies)).toContain(`was already approved and disbursed by ${winner.name} on`)
    expect(await desk.mainBalance()).toBe(before - loan.amount)
    await expectOnce(loan, 'approved')
  },

  async 'an approval and a rejection'(gated) {
    const loan = await waitingLoan()
    const reject = () => server.ask(secondLoanApproval, rejectAs(loan.id, 'Stall not found'), third)
    const replies = await race(gated ? loanRow(loan.id) : undefined, () => second(loan.id), reject)
    expect(statuses(replies)).toEqual(['200', '400'])
    await expectOnce(loan, replies[0].status === '200' ? 'approved' : 'rejected')
  },

  async 'an approval and a change of its interest'(gated) {
    const loan = await waitingLoan()
    const change = () => server.ask(updateInterestLoan, { id: loan.id, new_rate: rate(3.33) }, musa)
    const replies = await race(gated ? loanRow(loan.id) : undefined, () => second(loan.id), change)
    expect(statuses(replies)).toEqual(['200', '400'])
    const isApproved = replies[0].status === '200'
    expect((await stateOf(loan.id)).interestBasisPoints).toBe(isApproved ? 1250 : 333)
    await expectOnce(loan, isApproved ? 'approved' : 'pending')
  },

  async 'a first approval and a change of its interest'(gated) {
    const loan = await apply(await makeBorrower(), { amount: naira(700) })
    const body = { ...accept(loan.id), interest_rate: rate(12.5) }
    const approve = () => server.ask(firstLoanApproval, body, musa)
    const change = () => server.ask(updateInterestLoan, { id: loan.id, new_rate: rate(3.33) }, ngozi)
    const [approval, changed] = await race(gated ? loanRow(loan.id) : undefined, approve, change)
    expect(changed.status).toBe('200')
    if (approval.status === '400') expect(approval.message).toContain('is 3.33% now, not 12.5%.')
    else expect(changed.message).toContain('Its first approval is withdrawn')
    expect(await stateOf(loan.id)).toMatchObject({ interestBasisPoints: 333, firstApprovalId: null })
    await expectOnce(loan, 'pending')
  },

  async 'one approval sent twice with its key'(gated) {
    const loan = await waitingLoan()
    const key = randomUUID()
    const send = () => server.ask(secondLoanApproval, accept(loan.id), { ...ngozi, key })
    // The second does not wait: it gets 409 while the first is under way, or its reply.
    const replies = await race(gated ? loanRow(loan.id) : undefined, send, send, 1)
    expect(replies.map(({ status }) => status)).toContain('200')
    for (const { http } of replies) expect([200, 409]).toContain(http)
    const first = replies.find(({ status }) => status === '200')
    expect((await send()).json).toEqual(first?.json)
    await expectOnce(loan, 'approved')
  },

  async 'the last naira of the main wallet, for two loans'(gated) {
    const loans = [await waitingLoan(), await waitingLoan()] as const
    const before = await desk.mainBalance()
    await pay('MBW', kobo(naira(1000) - before))
    const gate = gated ? mainWallet : undefined
    const replies = await race(
      gate,
      () => second(loans[0].id, ngozi),
      () => second(loans[1].id, third),
    )
    await pay('MBW', before)
    expect(statuses(replies)).toEqual(['200', '400'])
    // Of the two, only the Main Admin may see balances.
    const has = replies[1].status === '400' ? '₦300.00' : 'not enough'
    expect(refusalIn(replies)).toContain(`the main business wallet has ${has}.`)
    const [paid, left] = replies[0].status === '200' ? loans : loans.toReversed()
    await expectOnce(paid ?? loans[0], 'approved')
    await expectOnce(left ?? loans[1], 'in-progress')
  },
}

const reason = onPostgres ? '' : ' (not on the embedded database, which has one connection)'
it.skipIf(!onPostgres).each(Object.entries(races))(
  `two connections that race for %s: one succeeds, ${rounds} rounds${reason}`,
  async (_what, run) => {
    for (let round = 0; round < rounds; round++) await run(round % 2 === 0)
    expect((await verifyLedger(database)).faults).toEqual([])
    await expectPaidOutOnce()
  },
  600_000 + rounds * 3000,
)

it.skipIf(!onPostgres)(
  `a sheet, and a repayment or payout of another loan of its customers, do not deadlock, ${rounds} rounds${reason}`,
  async () => {
    const clerk = await server.enter('can-record-collection')
    const lent = `select 1 from ledger_accounts where name = 'LENT' for update`
    const transactions = vi.spyOn(server.services.connections.changes, 'transaction')
    for (let round = 0; round < rounds; round++) {
      const isRepaid = round % 4 < 2
      const { id: agent_id } = await server.makeAgent()
      const lines = []
      const others = []
      for (let at = 0; at < 2; at++) {
        const customer = await server.makeCustomer(agent_id)
        const [loan, other] = [await apply(customer), await apply(customer)]
        for (const { id } of [loan, other]) await first(id)
        await second(loan.id)
        if (isRepaid) await second(other.id)
        others.push(other)
        // An instalment in full: the next due date changes.
        lines.push({ loan_id: loan.id, amount: naira(20_000) })
      }
      const sheet = { agent_id, day: lagosDay(server.clock.now()), lines, seen: [] }
      const loan_id = others[round % 2]?.id ?? 0
      transactions.mockClear()
      const replies = await race(
        round % 2 === 0 ? lent : undefined,
        () =>
          isRepaid
            ? server.ask(calls.loans.recordRepayment, { loan_id, amount: naira(1) }, clerk)
            : second(loan_id),
        () => server.ask(calls.collections.recordSheet, sheet, clerk),
      )
      expect(statuses(replies)).toEqual(['200', '200'])
      // A transaction that loses a deadlock is tried again, and then counts twice.
      expect(transactions).toHaveBeenCalledTimes(2)
    }
    expect((await verifyLedger(database)).faults).toEqual([])
  },
  600_000 + rounds * 3000,
)

/** The races so far paid out as much as the wallets of borrowers hold, and no loan twice. */
async function expectPaidOutOnce() {
  const { rows } = await database.$client.query<{ lent: string; held: string; twice: number }>(`
    select (select coalesce(sum(-p.amount), 0) from ledger_postings p where p.wallet_code = 'MBW' and p.source = 'Loan disbursement')
        as lent,
      (select sum(balance) from ledger_accounts where kind = 'customer') as held,
      (select count(*)::int from loans l where application_status = 'approved' and 1 <>
        (select count(*) from ledger_postings p where p.account_id = l.account_id)) as twice`)
  expect(rows[0]?.lent).toBe(rows[0]?.held)
  expect(rows[0]?.twice).toBe(0)
}
