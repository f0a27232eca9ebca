import { eq } from 'drizzle-orm'
import type { BodyOf } from '#contract/call'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { customerMessages } from '#server/db/tables/messages'
import { mainWalletOf } from '#server/ledger/accounts'
import { verifyLedger } from '#server/ledger/verify'
import { loanFixturesOf } from '../loans/loanFixtures'
import { openReversalDesk } from '../reversals/reversalDesk'
import { naira, rate } from '../support/people'

const { createFee, getFees, payFee, getCustomerFees } = calls.fees
type FeeTerms = Partial<BodyOf<typeof createFee>>
type Paying = Partial<BodyOf<typeof payFee>>

/** A server with fees, a clerk who takes them, and loans that are applied for with them. */
export async function openFeeDesk() {
  const desk = await openReversalDesk()
  const { server } = desk
  const parts = await loanFixturesOf(server)
  const owner = await server.enter('can-edit-fee', 'can-view-fee')
  const clerk = await server.enter('can-take-fee', 'can-create-loan', 'can-create-withdrawal')
  const viewer = await server.enter('can-view-all', 'can-export-customer')
  const approvals = ['can-do-first-approval', 'can-do-second-approval'] as const
  const musa = await server.enterAs({ name: 'Musa Bello', permissions: approvals })
  const ngozi = await server.enterAs({ name: 'Ngozi Afolabi', permissions: approvals })
  await parts.pay('MBW', naira(10_000_000))
  let made = 0

  /** Of ₦500.00 and of each new customer, unless `terms` say otherwise. */
  const create = (terms: FeeTerms = {}, by = owner) => {
    made += 1
    return server.ask(
      createFee,
      {
        name: `Fee ${100 + made}`,
        applies_to: 'customer',
        moment: 'registration',
        kind: 'amount',
        amount: naira(500),
        rate: rate(0),
        ...terms,
      },
      by,
    )
  }
  async function makeFee(terms: FeeTerms = {}) {
    const reply = await create(terms)
    if (reply.status !== '200') throw new Error(reply.text)
    const { data } = (await server.ask(getFees, {}, owner)).output()
    const fee = data.at(-1)
    if (!fee) throw new Error('There is no fee.')
    return fee
  }
  const ofLoan = (terms: FeeTerms = {}) =>
    makeFee({ applies_to: 'loan', moment: 'before-approval', ...terms })
  const feesOf = async (customer_id: number) =>
    (await server.ask(getCustomerFees, { customer_id }, clerk)).output().data
  const pay = (customer_id: number, fee_id: number, more: Paying = {}, key?: string) =>
    server.ask(
      payFee,
      { customer_id, fee_id, amount: naira(500), from: 'cash', ...more },
      { ...clerk, ...(key && { key }) },
    )
  const paid = async (...[customer, fee, more]: Parameters<typeof pay>) =>
    (await pay(customer, fee, more)).output().data.reference

  /** An application of ₦50,000.00 at 12.5 % in four weeks; its type alone has the fees that the caller makes for it. */
  async function apply(loan_type_id: number, customer_id?: number, amount = naira(50_000)) {
    const owning = customer_id ?? (await parts.makeBorrower()).id
    const body = {
      customer_id: owning,
      loan_type_id,
      amount,
      instalment_period: 'weekly' as const,
      instalment_times: 4,
      description: 'Stock for a stall',
      guarantors: [],
    }
    return { reply: await server.ask(calls.loans.createLoan, body, clerk), customerId: owning }
  }
  async function applied(loanTypeId: number, customerId?: number) {
    const { reply, customerId: owning } = await apply(loanTypeId, customerId)
    return { ...reply.output().data, customerId: owning, message: reply.message }
  }
  const first = (id: number) => server.ask(calls.loans.firstLoanApproval, { id, status: 'accepted' }, musa)
  const second = (id: number) => server.ask(calls.loans.secondLoanApproval, { id, status: 'accepted' }, ngozi)
  const caseOf = async (id: number) =>
    (await server.ask(calls.loans.getLoanCase, { id }, viewer)).output().data.data[0]

  const balances = async (customerId: number) => ({
    main: await desk.balance('MBW'),
    fees: await desk.balance('TW'),
    cash: await desk.balance('CASH'),
    wallet: await desk.balance(mainWalletOf(customerId)),
  })
  /** What an act changed of the balances. */
  async function changed(customerId: number, act: () => Promise<unknown>) {
    const before = await balances(customerId)
    await act()
    const after = await balances(customerId)
    return {
      main: after.main - before.main,
      fees: after.fees - before.fees,
      cash: after.cash - before.cash,
      wallet: after.wallet - before.wallet,
    }
  }
  const credit = (customerId: number, amount: Kobo) => parts.pay(mainWalletOf(customerId), amount)
  const messagesTo = async (customerId: number) =>
    (
      await server.database
        .select({ text: customerMessages.text })
        .from(customerMessages)
        .where(eq(customerMessages.customerId, customerId))
        .orderBy(customerMessages.id)
    ).map(({ text }) => text)
  const faults = async () => (await verifyLedger(server.database)).faults

  return {
    ...desk,
    parts,
    owner,
    clerk,
    viewer,
    create,
    makeFee,
    ofLoan,
    feesOf,
    pay,
    paid,
    apply,
    applied,
    first,
    second,
    caseOf,
    changed,
    credit,
    messagesTo,
    faults,
  }
}
