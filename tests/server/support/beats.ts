import type { Kobo } from '#contract/values'
import type { Database } from '#server/db/database'
import { accounts } from '#server/db/tables/ledger'
import { savings, savingTypes } from '#server/db/tables/money'
import { agents, customers } from '#server/db/tables/schema'
import { savingsCodes } from '#server/db/tables/ledgerKinds'

/** An agent, and the savings wallets of the agent's customers: one each. */
export type Beat = { agentId: number; wallets: { id: number; reference: string; customerId: number }[] }

/** Makes agents with customers who each have an empty savings wallet, in a few statements. */
export async function makeBeats(
  database: Database,
  size: { agents: number; wallets: number },
  createdAt: Date,
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
