import { expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { sumKobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import { openFeeDesk } from '../fees/feeDesk'
import { naira } from '../support/people'

const desk = await openFeeDesk()
const { server, parts, makeFee, ofLoan, applied, paid, first, second, reverse, credit } = desk
const day = lagosDay(server.clock.now())

const close = async () => (await server.ask(calls.closing.getDayClose, { day }, desk.viewer)).output().data
/** What the report of the transaction wallet adds up to on the day. */
async function earnedByReport() {
  const filter = { business_id: 3, start_date: day, end_date: day } as const
  return (await server.ask(calls.transactions.businessTotals, filter, desk.viewer)).output().data.net
}

/** What the day's close says came in as commissions, charges and fees is what the wallet's report shows. */
async function expectAsReport(earned: { commissions: Kobo; fees: Kobo }) {
  const { posted, fees = [] } = await close()
  const commissions = posted.commissions?.amount ?? naira(0)
  const ofFees = sumKobo(fees.flatMap(({ cash, wallet, loan }) => [cash, wallet, loan]))
  expect({ commissions, fees: ofFees }).toEqual(earned)
  expect(sumKobo([commissions, ofFees, posted.charges.amount])).toBe(await earnedByReport())
}

it('what a day earned equals the rows of the transaction wallet, reversals among them', async () => {
  const nothing = naira(0)
  await expectAsReport({ commissions: nothing, fees: nothing })

  const { saving, customer } = await desk.saver()
  const thrift = await desk.money.makeSaving({ id: customer.id, agentId: customer.agentId }, 'daily', {
    commissionKind: 'contribution',
    cycleKind: 'month',
    taken: 'first',
  })
  const contribution = thrift.fixedAmount
  const deposit = await desk.deposit(thrift.id, naira(1_000))
  await desk.deposit(saving.id, naira(1_000))
  await expectAsReport({ commissions: contribution, fees: nothing })

  const form = await makeFee()
  const card = await makeFee()
  await credit(customer.id, naira(1_000))
  const inCash = await paid(customer.id, form.id)
  await paid(customer.id, card.id, { from: 'wallet' })
  await expectAsReport({ commissions: contribution, fees: naira(1_000) })

  const type = await parts.makeLoanType(0)
  await ofLoan({ loan_type_id: type.id, moment: 'kept-back' })
  const loan = await applied(type.id)
  await first(loan.id)
  await second(loan.id)
  await expectAsReport({ commissions: contribution, fees: naira(1_500) })

  await reverse(inCash)
  await expectAsReport({ commissions: contribution, fees: naira(1_000) })
  await reverse(deposit)
  await expectAsReport({ commissions: nothing, fees: naira(1_000) })
  const { posted, counter } = await close()
  expect(posted.commissions).toEqual({ count: 2, amount: nothing })
  expect(counter).toMatchObject({ fees: naira(500), reversed: naira(1_500) })
})
