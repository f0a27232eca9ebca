import { eq } from 'drizzle-orm'
import type { InstalmentPeriod } from '#domain/money/instalments'
import { loanCost, maturityDays } from '#domain/money/instalments'
import { lagosDay } from '#domain/time/lagos'
import type { Kobo } from '#contract/values'
import { loanRepaymentSchedule, loans } from '#server/db/loanTables'
import { entries, postings } from '#server/db/ledgerTables'
import { mainWalletOf } from '#server/ledger/accounts'
import type { TestServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira, rate } from '../support/people'

type Terms = { amount?: Kobo; rate?: ReturnType<typeof rate>; times?: number; period?: InstalmentPeriod }

/** Borrowers with applications, and what the tables hold of them. */
export async function loanFixturesOf(server: TestServer) {
  const { database, clock } = server
  const money = moneyOf(server)
  const agent = await server.makeAgent({ name: 'Bola Ige' })
  const makeBorrower = (fields?: { firstName?: string; lastName?: string; phoneNumber?: string }) =>
    server.makeCustomer(agent.id, fields)

  /** An application with the figures of its terms, pending unless `fields` say otherwise. */
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
      ...fields,
    })
  }

  async function stateOf(id: number) {
    const [loan] = await database.select().from(loans).where(eq(loans.id, id))
    if (!loan) throw new Error(`There is no loan ${id}.`)
    return loan
  }

  return {
    ...money,
    agent,
    makeBorrower,
    apply,
    stateOf,
    scheduleOf: (loanId: number) =>
      database
        .select()
        .from(loanRepaymentSchedule)
        .where(eq(loanRepaymentSchedule.loanId, loanId))
        .orderBy(loanRepaymentSchedule.number),
    entriesFor: (customerId: number) =>
      database.select().from(entries).where(eq(entries.customerId, customerId)).orderBy(entries.id),
    postingsOf: (entryId: number) =>
      database.select().from(postings).where(eq(postings.entryId, entryId)).orderBy(postings.id),
    walletOf: async (customerId: number) => (await money.accountOf(mainWalletOf(customerId))).balance,
    mainBalance: async () => (await money.accountOf('MBW')).balance,
  }
}
