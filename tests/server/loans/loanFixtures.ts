import { eq } from 'drizzle-orm'
import type { InstalmentPeriod } from '#domain/money/instalments'
import { loanCost, maturityDays } from '#domain/money/instalments'
import { lagosDay } from '#domain/time/lagos'
import type { Kobo } from '#contract/values'
import type { Queries } from '#server/db/database'
import { loanHistory, loans } from '#server/db/tables/loans'
import { entries, postings } from '#server/db/tables/ledger'
import { mainWalletOf } from '#server/ledger/accounts'
import {
  buildPenalty,
  buildRepayment,
  type Instalment,
  type LoanMovement,
  owedOf,
  postLoanMovements,
  scheduleOf,
} from '#server/ledger/repayments'
import type { TestServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira, rate } from '../support/people'

type LoanState = typeof loans.$inferSelect
type Terms = { amount?: Kobo; rate?: ReturnType<typeof rate>; times?: number; period?: InstalmentPeriod }

/** Borrowers with applications, and what the tables hold of them. */
export async function loanFixturesOf(server: TestServer) {
  const { database, clock } = server
  const money = moneyOf(server)
  const agent = await server.makeAgent({ name: 'Bola Ige' })
  const makeBorrower = (fields?: { firstName?: string; lastName?: string; phoneNumber?: string }) =>
    server.makeCustomer(agent.id, fields)

  /** An application with the figures of its terms and a penalty of 5 %, pending unless `fields` say otherwise. */
  async function apply(
    customer: { id: number; agentId: number },
    { amount = naira(50_000), rate: percent = rate(12.5), times = 4, period = 'weekly' }: Terms = {},
    fields: Partial<typeof loans.$inferInsert> = {},
  ) {
    const terms = { amount, rate: percent, times, period }
    return money.makeLoan(customer, amount, {
      interestBasisPoints: percent,
      ...loanCost(terms),
      instalmentPeriod: period,
      instalmentTimes: times,
      maturityPeriod: maturityDays(terms, lagosDay(clock.now())),
      penaltyBasisPoints: 500,
      ...fields,
    })
  }

  async function stateOf(id: number, queries: Queries = database) {
    const [loan] = await queries.select().from(loans).where(eq(loans.id, id))
    if (!loan) throw new Error(`There is no loan ${id}.`)
    return loan
  }

  /** Posts a movement of a loan, built from its present state. */
  const move = (id: number, build: (loan: LoanState, schedule: Instalment[]) => LoanMovement | undefined) =>
    database.transaction(async (tx) => {
      const movement = build(await stateOf(id, tx), await scheduleOf(tx, id))
      const [posted] = await postLoanMovements(tx, movement ? [movement] : [])
      if (!posted) throw new Error('Nothing was posted.')
      return { reference: posted.reference, id: (await newestRow(tx, posted.entryId)) ?? 0 }
    })
  const newestRow = async (queries: Queries, entryId: number) => {
    const rows = await queries.select().from(loanHistory).where(eq(loanHistory.entryId, entryId))
    return rows.at(-1)?.id
  }
  /** Repays a part of a loan, or all that is owed. */
  const repay = (id: number, amount?: Kobo) =>
    move(id, (loan, schedule) =>
      buildRepayment(loan, schedule, amount ?? owedOf(schedule), {
        madeAt: clock.now(),
        agentId: loan.agentId,
      }),
    )
  /** Adds a penalty, at the loan's rate, to an instalment. */
  const punish = (id: number, number = 1) =>
    move(id, (loan, schedule) => {
      const instalment = schedule.find((one) => one.number === number)
      const facts = { madeAt: clock.now(), agentId: loan.agentId }
      return instalment && buildPenalty(loan, instalment, facts)
    })

  return {
    ...money,
    repay,
    punish,
    agent,
    makeBorrower,
    apply,
    stateOf,
    scheduleOf: (loanId: number) => scheduleOf(database, loanId),
    entriesFor: (customerId: number) =>
      database.select().from(entries).where(eq(entries.customerId, customerId)).orderBy(entries.id),
    postingsOf: (entryId: number) =>
      database.select().from(postings).where(eq(postings.entryId, entryId)).orderBy(postings.id),
    walletOf: async (customerId: number) => (await money.accountOf(mainWalletOf(customerId))).balance,
    mainBalance: async () => (await money.accountOf('MBW')).balance,
  }
}
