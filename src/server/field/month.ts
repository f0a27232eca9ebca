import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { groupedBy } from '#domain/lists/groupedBy'
import { kobo, negateKobo, sumKobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import { monthAfter, monthOf } from '#domain/time/months'
import type { Queries } from '../db/database'
import { agentTargets } from '../db/tables/agentPay'
import type { EntryKind } from '../db/tables/ledgerKinds'
import { dayFigures } from '../db/tables/runs'
import { cashByDay } from '../ledger/agentBrought'
import { earnedSoFar } from '../ledger/agentStatements'
import { roundOf } from '../ledger/dayFigures'
import { deviceOf, type FieldHandlers } from './context'

export const monthHandlers: Pick<FieldHandlers, 'getMonth'> = {
  getMonth: async ({ month }, context) => {
    const { queries, now } = context
    const { agentId } = deviceOf(context)
    const of = month ?? monthOf(lagosDay(now))
    const { brought, pay } = await earnedSoFar(queries, agentId, of)
    const [target] = await queries
      .select()
      .from(agentTargets)
      .where(and(eq(agentTargets.agentId, agentId), eq(agentTargets.month, of)))
    const { rows } = await queries.execute<{ day: string; kind: EntryKind; amount: string }>(
      cashByDay(agentId, of),
    )
    const flows = rows.map(({ amount, ...row }) => ({ ...row, amount: kobo(Number(amount)) }))
    const expected = await expectedOf(queries, agentId, of)
    const byDay = groupedBy(flows, ({ day }) => day)
    const days = [...new Set([...byDay.keys(), ...expected.keys()])].toSorted()
    return {
      month: of,
      ...brought,
      pay: pay && { ...pay.amounts, total: pay.total },
      ...cashOf(flows),
      targets: {
        savings: { reached: brought.savings, target: target?.savings ?? null },
        repaid: { reached: brought.repayments, target: target?.repaid ?? null },
      },
      days: days.map((day) => ({
        day,
        ...cashOf(byDay.get(day) ?? []),
        expected: expected.get(day) ?? null,
      })),
    }
  },
}

type Flow = { kind: EntryKind; amount: ReturnType<typeof kobo> }
function cashOf(flows: readonly Flow[]) {
  const sumOf = (...kinds: readonly EntryKind[]) =>
    sumKobo(flows.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount))
  return {
    collected: negateKobo(sumOf('Savings deposit', 'Loan repayment')),
    paid_out: sumOf('Withdrawal payment'),
    handed_in: sumOf('Remittance'),
  }
}

/** What was expected on the days of a month whose figures are kept. */
async function expectedOf(queries: Queries, agentId: number, month: string) {
  const rows = await queries
    .select({ day: dayFigures.day, expected: dayFigures.expected })
    .from(dayFigures)
    .where(
      and(
        eq(dayFigures.agentId, agentId),
        gte(dayFigures.day, month),
        lt(dayFigures.day, monthAfter(month)),
        eq(dayFigures.round, roundOf(sql`day_figures.day`)),
      ),
    )
  return new Map(rows.map(({ day, expected }) => [day, expected]))
}
