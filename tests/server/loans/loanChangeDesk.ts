import { desc, eq } from 'drizzle-orm'
import type { BodyOf } from '#contract/call'
import { calls } from '#contract/index'
import { loanChanges } from '#server/db/tables/loanChanges'
import { openReversalDesk } from '../reversals/reversalDesk'
import { naira, rate } from '../support/people'
import { loanFixturesOf } from './loanFixtures'

const { requestWriteOff, requestRescheduling, firstLoanChangeDecision, secondLoanChangeDecision } =
  calls.loanChanges
type Admin = { token: string }
type Terms = Partial<BodyOf<typeof requestRescheduling>>

/** A server with loans, one admin who asks for changes of them, and two who decide. */
export async function openLoanChangeDesk(env: NodeJS.ProcessEnv = {}) {
  const reversals = await openReversalDesk(env)
  const { server, recorder } = reversals
  const parts = await loanFixturesOf(server)
  const rights = [
    'can-view-loan-details',
    'can-write-off-loan',
    'can-reschedule-loan',
    'can-set-off-loan',
    'can-do-first-approval',
    'can-do-second-approval',
  ] as const
  const [asker, one, two] = [
    await server.enterAs({ name: 'Halima Danladi', permissions: rights }),
    await server.enterAs({ name: 'Musa Bello', permissions: rights }),
    await server.enterAs({ name: 'Ngozi Afolabi', permissions: rights }),
  ]
  await parts.pay('MBW', naira(10_000_000))

  /** A disbursed loan: ₦12,000.00 with 10 % in four weekly instalments of ₦3,300.00. */
  async function lend() {
    const owner = await parts.makeBorrower()
    const loan = await parts.apply(owner, { amount: naira(12_000), rate: rate(10), times: 4 })
    const { firstLoanApproval, secondLoanApproval } = calls.loans
    await server.ask(firstLoanApproval, { id: loan.id, status: 'accepted' }, one)
    await server.ask(secondLoanApproval, { id: loan.id, status: 'accepted' }, two)
    return { ...(await parts.stateOf(loan.id)), owner }
  }
  const owedOf = async (loan_id: number) =>
    (await server.ask(calls.loans.getLoanAccount, { loan_id }, asker)).output().data.balance
  const account = async (loan_id: number) =>
    (await server.ask(calls.loans.getLoanAccount, { loan_id }, asker)).output().data
  const writeOff = async (loan_id: number, by: Admin = asker) =>
    server.ask(requestWriteOff, { loan_id, amount: await owedOf(loan_id), reason: ' Moved away ' }, by)
  const reschedule = async (loan_id: number, terms: Terms = {}, by: Admin = asker) =>
    server.ask(
      requestRescheduling,
      {
        loan_id,
        amount: await owedOf(loan_id),
        reason: 'The stall burned',
        instalment_period: 'monthly',
        instalment_times: 3,
        first_due: '2027-01-31',
        ...terms,
      },
      by,
    )
  const decide =
    (call: typeof firstLoanChangeDecision) =>
    (id: number, by: Admin, status: 'accept' | 'reject' = 'accept', comment?: string, key?: string) =>
      server.ask(
        call,
        { id, status, ...(comment !== undefined && { comment }) },
        { ...by, ...(key && { key }) },
      )
  const [first, second] = [decide(firstLoanChangeDecision), decide(secondLoanChangeDecision)]
  /** The newest change of a loan. */
  async function changeOf(loanId: number) {
    const [change] = await server.database
      .select()
      .from(loanChanges)
      .where(eq(loanChanges.loanId, loanId))
      .orderBy(desc(loanChanges.id))
      .limit(1)
    if (!change) throw new Error(`Loan ${loanId} has no change.`)
    return change
  }
  /** Requests a change and has it approved twice. */
  async function carryOut(loanId: number, ask: (loanId: number) => Promise<{ output: () => unknown }>) {
    ;(await ask(loanId)).output()
    const { id } = await changeOf(loanId)
    ;(await first(id, one)).output()
    return (await second(id, two)).message
  }
  const repay = async (loan_id: number, amount: ReturnType<typeof naira>): Promise<string> =>
    (await server.ask(calls.loans.recordRepayment, { loan_id, amount }, recorder)).output().data.reference

  return {
    ...reversals,
    /** Who requests reversals. */
    requester: reversals.asker,
    parts,
    asker,
    one,
    two,
    lend,
    account,
    writeOff,
    reschedule,
    first,
    second,
    changeOf,
    carryOut,
    repay,
    tryToRepay: (loan_id: number, amount: ReturnType<typeof naira>) =>
      server.ask(calls.loans.recordRepayment, { loan_id, amount }, recorder),
  }
}
