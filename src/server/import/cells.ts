import { type SQL, sql } from 'drizzle-orm'
import { nameKey } from '../db/tables/schema'
import { shareOf } from '../ledger/agentBrought'

/** A cell of the row `r`. */
export const cell = (name: string) => sql.raw(`(r.row->>'${name}')`)
export const moneyCell = (name: string) => sql`coalesce(${cell(name)}, '0')::bigint`

/** The weekday of a market: the one that is named, or that of its first day. */
export const importedPeriod = sql`coalesce(extract(isodow from ${cell('first_day')}::date)::smallint, ${cell('day')}::smallint)`
export const commissionKind = sql`coalesce(${cell('commission')}, 'amount')`
export const cycleKind = sql`coalesce(${cell('cycle')}, 'month')`
export const commissionTaken = sql`coalesce(${cell('taken')}, 'end')`
/** The terms of a savings type's row as they are stored, beside the interest: a charge a month, unless it says otherwise. */
export const typeTerms = {
  charge: sql`case when ${commissionKind} = 'amount' then ${moneyCell('charge')} else 0 end`,
  commission_kind: commissionKind,
  commission_basis_points: sql`case when ${commissionKind} = 'percent' then ${moneyCell('commission_rate')} else 0 end`,
  cycle_kind: cycleKind,
  cycle_days: sql`case when ${cycleKind} = 'days' then coalesce(${cell('cycle_days')}, '31')::bigint else 31 end`,
  taken: commissionTaken,
  plan_end: sql`coalesce(${cell('plan_end')}, 'carry-on')`,
}
/** The names of these columns, of a table, and their values. */
export const termColumns = (table?: string) =>
  sql.raw(
    Object.keys(typeTerms)
      .map((name) => (table ? `${table}.${name}` : name))
      .join(', '),
  )
export const termValues = sql.join(Object.values(typeTerms), sql`, `)

/** Rows that are there already and that a cell may name instead: an agent by e-mail, a customer by reference, others by name. */
export const there = {
  agent: (key: SQL) =>
    sql`(select min(a.id) from agents a where lower(a.email) = lower(${key}) and a.status <> 'DELETED')`,
  customer: (key: SQL) =>
    sql`(select c.id from customers c where c.reference = upper(${key}) and not c.is_deleted)`,
  savingType: (key: SQL) =>
    sql`(select t.id from saving_types t where ${nameKey(sql`t.name`)} = ${nameKey(key)})`,
  loanType: (key: SQL) =>
    sql`(select t.id from loan_types t where ${nameKey(sql`t.name`)} = ${nameKey(key)})`,
  fee: (key: SQL) => sql`(select f.id from fees f where ${nameKey(sql`f.name`)} = ${nameKey(key)})`,
  market: (key: SQL) =>
    sql`(select case when count(*) = 1 then min(m.id) end from market_days m where lower(m.name) = lower(${key}))`,
}

/** The first day of the month of a day. */
export const monthCell = (name: string) => sql`date_trunc('month', ${cell(name)}::date)::date`
/** What an agent's statement pays for each of what was brought, and in all. */
export const statementPay = (['commissions', 'savings', 'repayments'] as const).map(
  (what) => sql`${shareOf(moneyCell(what), moneyCell(`of_${what}`))}::bigint`,
)
export const statementTotal = sql`(${sql.join(statementPay, sql` + `)})`
