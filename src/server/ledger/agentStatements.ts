import { asc, type SQL, sql } from 'drizzle-orm'
import type { BasisPoints } from '#contract/values'
import { groupedBy } from '#domain/lists/groupedBy'
import { agentPay, type Brought, payRatesOf, type PayTerms } from '#domain/money/agentPay'
import { kobo, sumKobo } from '#domain/money/kobo'
import type { Queries } from '../db/database'
import { insertRows } from '../db/insertRows'
import { agentPayTerms, agentStatementRows, agentStatements } from '../db/tables/agentPay'
import { documentPrefixes } from '../db/tables/ledgerKinds'
import { broughtIn, postedIn } from './agentBrought'
import { newNumbers, referenceOf } from './references'

type Wanted = {
  month: string
  /** One agent, whose statement may have been rejected before; all who have had none, if it is left out. */
  agentId: number | undefined
  madeBy: number
  madeAt: Date
}

/** Makes the statements of a month, of agents who get something and have none. Returns what was made. */
export async function makeStatements(tx: Queries, wanted: Wanted) {
  const { month, madeBy, madeAt } = wanted
  const terms = await allPayTerms(tx)
  const planned = [...groupedBy(await broughtOf(tx, wanted), (row) => row.agentId)].flatMap(
    ([agentId, rows]) => {
      const rates = payRatesOf(terms, agentId, month)
      const brought = sumOf(rows)
      const pay = rates && agentPay(brought, rates)
      return rates && pay && pay.total !== 0 ? [{ agentId, rows, brought, rates, ...pay }] : []
    },
  )
  const numbers = await newNumbers(tx, planned.length)
  const inserted = await insertRows(
    tx,
    agentStatements,
    planned.map(({ agentId, brought, rates, amounts, total }, at) => ({
      reference: referenceOf(documentPrefixes.agentStatement, madeAt, numbers[at] ?? 0),
      agentId,
      month,
      ...brought,
      commissionBasisPoints: rates.commissions,
      savingsBasisPoints: rates.savings,
      repaymentBasisPoints: rates.repayments,
      commissionPay: amounts.commissions,
      savingsPay: amounts.savings,
      repaymentPay: amounts.repayments,
      total,
      state: 0,
      requestedBy: madeBy,
      createdAt: madeAt,
    })),
    // Another admin may be making them too.
    sql`on conflict (agent_id, month) where state <> 3 do nothing returning id, agent_id`,
  )
  const ids = new Map(inserted.map(({ id, agent_id }) => [Number(agent_id), Number(id)]))
  const made = planned.flatMap(({ agentId, total, rows }) => {
    const id = ids.get(agentId)
    return id === undefined ? [] : [{ id, agentId, total, rows }]
  })
  await insertRows(
    tx,
    agentStatementRows,
    made.flatMap(({ id: statementId, rows }) =>
      rows.map(({ agentId: _agent, ...row }) => ({ ...row, statementId, createdAt: madeAt })),
    ),
  )
  return made
}

/** What an agent brought in a month until now, and what the terms pay for it; no pay without terms. */
export async function earnedSoFar(queries: Queries, agentId: number, month: string) {
  const rates = payRatesOf(await allPayTerms(queries), agentId, month)
  const brought = sumOf(await rowsOf(queries, month, sql`b.agent_id = ${agentId}`))
  return { brought, pay: rates ? agentPay(brought, rates) : null }
}

/** All terms, in the order in which they were set. */
async function allPayTerms(queries: Queries): Promise<PayTerms[]> {
  const rows = await queries.select().from(agentPayTerms).orderBy(asc(agentPayTerms.id))
  return rows.map(
    ({ agentId, fromMonth, commissionBasisPoints, savingsBasisPoints, repaymentBasisPoints }) => ({
      agentId,
      fromMonth,
      rates:
        commissionBasisPoints === null || savingsBasisPoints === null || repaymentBasisPoints === null
          ? null
          : {
              commissions: commissionBasisPoints as BasisPoints,
              savings: savingsBasisPoints as BasisPoints,
              repayments: repaymentBasisPoints as BasisPoints,
            },
    }),
  )
}

/** What each customer brought an agent. One that was rejected is made again only for the agent who is named. */
async function broughtOf(queries: Queries, { month, agentId }: Wanted) {
  const earlier = sql`select from agent_statements s where s.agent_id = b.agent_id and s.month = ${month}`
  const of =
    agentId === undefined
      ? sql`not exists (${earlier})`
      : sql`b.agent_id = ${agentId} and not exists (${earlier} and s.state <> 3)`
  return rowsOf(queries, month, of)
}

async function rowsOf(queries: Queries, month: string, of: SQL) {
  const { rows } = await queries.execute<Record<'agent_id' | 'customer_id' | keyof Brought, string>>(
    sql`select * from (${broughtIn(postedIn(month))}) b where ${of} order by b.agent_id, b.customer_id`,
  )
  return rows.map((row) => ({
    agentId: Number(row.agent_id),
    customerId: Number(row.customer_id),
    commissions: kobo(Number(row.commissions)),
    savings: kobo(Number(row.savings)),
    repayments: kobo(Number(row.repayments)),
  }))
}

const sumOf = (rows: readonly Brought[]): Brought => ({
  commissions: sumKobo(rows.map((row) => row.commissions)),
  savings: sumKobo(rows.map((row) => row.savings)),
  repayments: sumKobo(rows.map((row) => row.repayments)),
})
