import type { BasisPoints, Kobo } from '#contract/values'
import { loanCost } from '#domain/money/instalments'
import { negateKobo, sumKobo } from '#domain/money/kobo'
import type { Database } from '#server/db/database'
import { accounts } from '#server/db/tables/ledger'
import { savings, savingTypes } from '#server/db/tables/money'
import { agents, customers } from '#server/db/tables/schema'
import { loanCode, savingsCodes } from '#server/db/tables/ledgerKinds'
import { loanRepaymentSchedule, loans, loanTypes } from '#server/db/tables/loans'
import { cashAccount } from '#server/ledger/accounts'
import { buildDisbursement } from '#server/ledger/disbursement'
import { postAll } from '#server/ledger/post'

/** An agent, and the savings wallets of the agent's customers: one each. */
export type Beat = { agentId: number; wallets: { id: number; reference: string; customerId: number }[] }

/** Makes agents with customers who each have an empty savings wallet, in a few statements. */
export async function makeBeats(
  database: Database,
  size: { agents: number; wallets: number },
  createdAt: Date,
  terms: Partial<typeof savings.$inferInsert> = {},
): Promise<Beat[]> {
  const [type] = await database
    .insert(savingTypes)
    .values({ name: 'Beat', category: 'daily', createdAt })
    .returning()
  const beats: Beat[] = []
  for (let beat = 1; beat <= size.agents; beat++) {
    const number = (at: number) => `${beat}`.padStart(3, '0') + `${at}`.padStart(5, '0')
    const [agent] = await database
      .insert(agents)
      .values({
        name: `Beat Agent ${beat}`,
        firstName: 'Beat',
        lastName: `Agent ${beat}`,
        email: `beat${beat}@agents.test`,
        phoneNumber: `070${number(0)}`,
        state: 'Lagos',
        lga: 'Ikeja',
        createdAt,
      })
      .returning()
    if (!type || !agent) throw new Error('No agent was made.')
    const places = Array.from({ length: size.wallets }, (_, at) => at + 1)
    const people = await database
      .insert(customers)
      .values(
        places.map((at) => ({
          firstName: 'Saver',
          lastName: `Of Agent ${beat}`,
          phoneNumber: `071${number(at)}`,
          agentId: agent.id,
          assignedAgentId: agent.id,
          createdAt,
        })),
      )
      .returning()
    const opened = await database
      .insert(accounts)
      .values(
        people.map(({ id }) => ({
          kind: 'savings' as const,
          name: `BEAT-${id}`,
          code: savingsCodes.daily,
          customerId: id,
        })),
      )
      .returning()
    const wallets = await database
      .insert(savings)
      .values(
        opened.map(({ id, name, customerId }) => ({
          reference: name,
          customerId: customerId ?? 0,
          savingTypeId: type.id,
          accountId: id,
          agentId: agent.id,
          fixedAmount: 100_000 as Kobo,
          depositType: 'daily' as const,
          duration: 90,
          dueDate: '2027-01-01',
          createdAt,
          ...terms,
        })),
      )
      .returning()
    beats.push({
      agentId: agent.id,
      wallets: wallets.map(({ id, reference, customerId }) => ({ id, reference, customerId })),
    })
  }
  return beats
}

export type BeatLoan = { id: number; reference: string; customerId: number }

/**
 * Pays out a loan of ₦12,000.00 with 10 % interest in six weekly instalments to each customer of a beat, three weeks ago: two
 * instalments are overdue and one is due today. In a few statements.
 */
export async function lendToBeat(database: Database, { agentId, wallets }: Beat, adminId: number, now: Date) {
  const madeAt = new Date(now.getTime() - 21 * 86_400_000)
  const terms = { amount: 1_200_000 as Kobo, rate: 1000 as BasisPoints, times: 6, period: 'weekly' } as const
  return database.transaction(async (tx) => {
    const [type] = await tx
      .insert(loanTypes)
      .values({ name: `Beat ${agentId}`, description: 'Stock', interestBasisPoints: terms.rate })
      .returning()
    const planned = wallets.map(({ customerId }) => {
      const application = {
        reference: `LN-${customerId}`,
        customerId,
        agentId,
        amount: terms.amount,
        ...loanCost(terms),
        interestBasisPoints: terms.rate,
        instalmentPeriod: terms.period,
        instalmentTimes: terms.times,
      }
      return { application, ...buildDisbursement(application, adminId, madeAt) }
    })
    const float = negateKobo(sumKobo(wallets.map(() => terms.amount)))
    const opened = await tx
      .insert(accounts)
      .values(
        planned.map(({ application: { reference: name, customerId } }) => ({
          kind: 'loan' as const,
          name,
          code: loanCode,
          customerId,
        })),
      )
      .returning()
    const [, ...posted] = await postAll(tx, [
      {
        kind: 'Fund request',
        madeAt,
        moves: [
          { account: cashAccount, amount: float },
          { account: 'MBW', amount: negateKobo(float) },
        ],
      },
      ...planned.map(({ entry }) => entry),
    ])
    const lent = await tx
      .insert(loans)
      .values(
        planned.map(({ application, approved }, at) => ({
          ...application,
          ...approved,
          loanTypeId: type?.id ?? 0,
          accountId: opened[at]?.id ?? 0,
          disbursementEntryId: posted[at]?.entryId ?? 0,
          firstApprovalId: adminId,
          createdAt: madeAt,
        })),
      )
      .returning()
    await tx
      .insert(loanRepaymentSchedule)
      .values(lent.flatMap(({ id }, at) => (planned[at]?.plan ?? []).map((one) => ({ ...one, loanId: id }))))
    return lent.map(({ id, reference, customerId }): BeatLoan => ({ id, reference, customerId }))
  })
}
