import { type SQL, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { everything } from '#server/ledger/rules/extent'
import { firstOf, ledgerRules } from '#server/ledger/verify'
import { openServer } from '../support/harness'

const server = await openServer()

type Plan = { [key: string]: unknown; Plans?: Plan[] }

async function planOf(statement: SQL): Promise<Plan> {
  const { rows } = await server.database.execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    sql`explain (format json) ${statement}`,
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (!plan) throw new Error('The statement has no plan.')
  return plan
}

/** How PostgreSQL reads it, and what it expects of that. */
const readingOf = ({ 'Node Type': node, 'Total Cost': cost, 'Plan Rows': rows, Plans }: Plan): unknown => ({
  node,
  cost,
  rows,
  from: Plans?.map(readingOf),
})

it.each(ledgerRules.map((rule, at) => ({ ...rule, at })))(
  'rule $at is planned to be read to its end, not to find a fault soon: $fault',
  async ({ place }) => {
    const [found = {}] = (await planOf(firstOf(place(everything)))).Plans ?? []
    expect(found['Subplan Name']).toBe('CTE found')
    expect(readingOf(found)).toEqual(readingOf(await planOf(place(everything))))
  },
)
