import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type SQL, sql } from 'drizzle-orm'
import { ZipFile } from 'yazl'
import type { CellValue, ColumnKind } from '#contract/call'
import { type ImportNoun, importNouns } from '#contract/calls/imports'
import { type Field, importFileNames, importFields } from '#domain/import/nouns'
import { headingLine } from '#domain/import/template'
import { writtenOf } from '#domain/import/written'
import { csvLine } from '#domain/lists/csvFile'
import { lagosDay } from '#domain/time/lagos'
import type { Database, Queries } from '../db/database'
import { snapshotParts } from '../db/snapshotParts'
import { tillCode, vaultCode } from '../db/tables/ledgerKinds'
import { bankAccount, cashAccount } from '../ledger/accounts'

const rowsAtOnce = 5_000

type Row = Record<string, CellValue> & { id: string }

const dayOf = (at: string) => sql.raw(`to_char(timezone('Africa/Lagos', ${at}), 'YYYY-MM-DD')`)
/** A market's name, with its local government where another one has the same. */
const marketKey = sql`m.name || case when exists (select from market_days o where lower(o.name) = lower(m.name) and o.id <> m.id)
  then ' (' || m.lga || ')' else '' end`
const weekdayNames = sql.raw(
  "(array['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])",
)
const capital = (column: string) => sql.raw(`initcap(${column})`)
/** The terms of a type or a wallet. */
const terms = (table: string) =>
  sql.raw(`${table}.charge, initcap(${table}.commission_kind) as commission,
    ${table}.commission_basis_points as commission_rate, initcap(${table}.cycle_kind) as cycle, ${table}.cycle_days,
    initcap(${table}.taken) as taken, initcap(replace(${table}.plan_end, '-', ' ')) as plan_end`)

/** Statements of agents who are there, but rejected ones. */
const ofStatements = sql`from agent_statements s join agents g on g.id = s.agent_id`
const thatStand = sql`where s.state <> 3 and g.status <> 'DELETED'`

/** The rows of each noun as an import reads them: what is active on a day, with the fields of its columns. `id` is their order. */
const selectsOn = (day: string): Record<ImportNoun, SQL> => ({
  agents: sql`select a.id, a.email as agent, a.first_name, a.last_name, a.phone_number, a.email, a.state, a.lga, a.home_address, a.office_address,
    ${capital('a.status')} as status, -c.balance as cash_held from agents a join ledger_accounts c on c.agent_id = a.id where a.status <> 'DELETED'`,
  markets: sql`select m.id, ${marketKey} as market, ${weekdayNames}[m.period] as day,
    m.every_days, m.first_day::text as first_day, m.state, m.lga, ${capital('m.status')} as status from market_days m where true`,
  calendar: sql`select h.id + 7 as id, h.day::text as date, null as weekday, h.name from holidays h
    where h.removed_at is null and h.day > ${day}
    union all select w.number, null, ${weekdayNames}[w.number], null from (select closed_weekdays from collection_calendars
      where from_day <= ${day}::date + 1 order by from_day desc, id desc limit 1) c cross join lateral unnest(c.closed_weekdays) w (number)`,
  savingTypes: sql`select t.id, t.name as saving_type, ${capital('t.category')} as category, t.interest_basis_points as interest, ${terms('t')},
    ${capital('t.status')} as status from saving_types t where true`,
  loanTypes: sql`select t.id, t.name as loan_type, t.description, t.interest_basis_points as interest, t.penalty_basis_points as penalty, t.grace_days,
    case when 'daily' = any(t.periods) then 'Yes' else 'No' end as daily, case when 'weekly' = any(t.periods) then 'Yes' else 'No' end as weekly,
    case when 'monthly' = any(t.periods) then 'Yes' else 'No' end as monthly, ${capital('t.status')} as status,
    ${capital('t.interest_kind')} as interest_kind, ${capital('t.settlement')} as settled_early, t.penalty_amount as penalty_a_day,
    t.penalty_ceiling as penalty_at_most, t.security_basis_points as security, t.least_amount, t.most_amount, t.least_times as least_installments,
    t.most_times as most_installments, t.least_guarantors, t.savings_wanted from loan_types t where true`,
  fees: sql`select f.id, f.name as fee, ${capital('f.applies_to')} as "for", t.name as loan_type, ${capital("replace(f.moment, '-', ' ')")} as paid,
    nullif(f.amount, 0) as amount, nullif(f.basis_points, 0) as percent, ${capital('f.status')} as status
    from fees f left join loan_types t on t.id = f.loan_type_id where true`,
  customers: sql`select c.id, c.reference as customer, c.first_name, c.last_name, c.phone_number, c.home_address, c.office_address, c.state, c.lga,
    g.email as agent, ${dayOf('c.created_at')} as registered, case when c.is_active then 'Active' else 'Inactive' end as status,
    a.balance + coalesce((select sum(w.amount)::bigint from withdrawals w join agent_payouts o on o.withdrawal_id = w.id
      where w.customer_id = c.id and o.state = 'to pay'), 0) as wallet_balance from customers c join agents g on g.id = c.assigned_agent_id
    join ledger_accounts a on a.customer_id = c.id and a.kind = 'customer' where not c.is_deleted`,
  savings: sql`select s.id, s.reference as saving, c.reference as customer, t.name as saving_type, ${marketKey} as market, s.fixed_amount,
    ${capital('s.deposit_type')} as frequency, s.duration, ${dayOf('s.created_at')} as opened, s.interest_basis_points as interest, ${terms('s')},
    y.paid as cycle_paid, y.taken + y.waived as cycle_kept, a.balance
    from savings s join customers c on c.id = s.customer_id join saving_types t on t.id = s.saving_type_id join ledger_accounts a on a.id = s.account_id
    left join market_days m on m.id = s.market_id
    left join savings_cycles y on y.savings_id = s.id and timezone('Africa/Lagos', now())::date between y.from_day and y.through_day
    where s.status = 'active' and not c.is_deleted`,
  loans: sql`select l.id, l.reference as loan, c.reference as customer, t.name as loan_type, l.amount as amount_lent, ${dayOf('l.disbursed_date')} as disbursed,
    ${capital('l.instalment_period')} as period, l.interest_amount - l.interest_paid + (select sum(s.penalty - s.penalty_paid - s.penalty_moved)::bigint
      from loan_repayment_schedule s where s.loan_id = l.id and s.status = 'pending') as interest_open, l.description as purpose,
    s.reference as secured_by, h.amount as held
    from loans l join customers c on c.id = l.customer_id join loan_types t on t.id = l.loan_type_id
    left join holds h on h.loan_id = l.id and h.released_at is null left join savings s on s.id = h.savings_id
    where l.loan_status = 'active' and not c.is_deleted`,
  // Those that a day without collection moved to the day of another are one.
  instalments: sql`select s.id, l.reference as loan, s.due_date::text as due_date, o.open, o.penalty_open
    from loan_repayment_schedule s join loans l on l.id = s.loan_id join customers c on c.id = l.customer_id
    cross join lateral (select min(i.number) as first, sum(i.amount - (i.paid - i.penalty_paid) - (i.moved - i.penalty_moved))::bigint as open,
        sum(i.penalty - i.penalty_paid - i.penalty_moved)::bigint as penalty_open
      from loan_repayment_schedule i where i.loan_id = s.loan_id and i.due_date = s.due_date and i.status = 'pending') o
    where s.status = 'pending' and s.number = o.first and l.loan_status = 'active' and not c.is_deleted`,
  guarantors: sql`select g.id, c.reference as customer, l.reference as loan, g.first_name, g.last_name, g.phone as phone_number, g.address, g.email
    from guarantors g join customers c on c.id = g.customer_id left join loans l on l.id = g.loan_id and l.loan_status = 'active' where not c.is_deleted`,
  agentPayTerms: sql`select t.id, g.email as agent, t.from_month::text as from_month, t.commission_basis_points as of_commissions,
    t.savings_basis_points as of_savings, t.repayment_basis_points as of_repayments
    from agent_pay_terms t left join agents g on g.id = t.agent_id where t.agent_id is null or g.status <> 'DELETED'`,
  agentTargets: sql`select t.id, g.email as agent, t.month::text as month, t.savings, t.repaid, t.customers
    from agent_targets t join agents g on g.id = t.agent_id where g.status <> 'DELETED'`,
  agentStatements: sql`select s.id, s.reference as statement, g.email as agent, s.month::text as month, s.commissions, s.savings, s.repayments,
    s.commission_basis_points as of_commissions, s.savings_basis_points as of_savings, s.repayment_basis_points as of_repayments,
    case s.state when 2 then 'Approved' else 'Undecided' end as status, coalesce(s.paid_before, 0)
      + coalesce((select sum(y.amount)::bigint from agent_payments y where y.statement_id = s.id
        and not exists (select from ledger_entries r where r.reverses_id = y.entry_id)), 0) as paid_before ${ofStatements}
    ${thatStand}`,
  agentStatementRows: sql`select r.id, s.reference as statement, c.reference as customer, r.commissions, r.savings, r.repayments
    ${ofStatements} join agent_statement_rows r on r.statement_id = s.id join customers c on c.id = r.customer_id
    ${thatStand} and not c.is_deleted`,
  // The vault with what the tills hold: their cash is counted into it before a cut-over.
  wallets: sql`select a.id, a.name as wallet, a.balance from (
      select id, name, balance from ledger_accounts where kind = 'business'
      union all select min(id), ${cashAccount}, -sum(balance)::bigint from ledger_accounts where code in (${vaultCode}, ${tillCode})
      union all select id, name, -balance from ledger_accounts where name = ${bankAccount}) a
    where a.balance > 0`,
})

const kindOf = ({ kind }: Field): ColumnKind =>
  kind === 'money' || kind === 'amount' || kind === 'signed'
    ? 'money'
    : kind === 'percent' || kind === 'phone'
      ? kind
      : kind === 'count' || kind === 'number'
        ? 'number'
        : 'text'
const isNumber = (field: Field) => ['money', 'percent', 'number'].includes(kindOf(field))

/** All rows of a noun as the file that an import reads, part by part. */
export async function* fileOf(queries: Queries, noun: ImportNoun, now: Date): AsyncGenerator<string> {
  const select = selectsOn(lagosDay(now))[noun]
  yield headingLine(noun)
  for (let after = 0; ; ) {
    const { rows } = await queries.execute<Row>(
      sql`select * from (${select}) r where r.id > ${after} order by r.id limit ${rowsAtOnce}`,
    )
    if (rows.length === 0) return
    yield rows.map((row) => lineOf(noun, row)).join('')
    after = Number(rows.at(-1)?.id)
  }
}

const lineOf = (noun: ImportNoun, row: Record<string, CellValue>) =>
  csvLine(
    importFields[noun].map((field) => {
      const value = row[field.name]
      const isEmpty = value === null || value === undefined
      // Without the sign, an import would have to ask whether it is half of a percent, or half.
      if (field.kind === 'percent' && Number(value) > 0 && Number(value) < 100)
        return { kind: 'text', value: writtenOf(field, Number(value)) }
      return { kind: kindOf(field), value: isNumber(field) && !isEmpty ? Number(value) : value }
    }),
  )

/** How many rows each file has. */
export async function countBooks(queries: Queries, now: Date): Promise<Record<ImportNoun, number>> {
  const selects = selectsOn(lagosDay(now))
  const counts = sql.join(
    importNouns.map((noun) => sql`(select count(*) from (${selects[noun]}) r) as ${sql.identifier(noun)}`),
    sql`, `,
  )
  const { rows } = await queries.execute<Record<ImportNoun, string>>(sql`select ${counts}`)
  return Object.fromEntries(importNouns.map((noun) => [noun, Number(rows[0]?.[noun])])) as Record<
    ImportNoun,
    number
  >
}

/** All files in one archive, as of one moment, as they are read. */
export const archiveOf = (database: Database, now: Date) =>
  snapshotParts(database, async (tx, sent) => {
    const zip = new ZipFile()
    let file: Readable | undefined
    for (const noun of importNouns)
      zip.addReadStreamLazy(`${importFileNames[noun]}.csv`, { mtime: now }, (add) => {
        file = Readable.from(fileOf(tx, noun, now))
        // One that can't be read ends the archive.
        file.once('error', (error) => sent.destroy(error))
        add(null, file)
      })
    zip.end()
    // Nothing is read after the transaction.
    await pipeline(zip.outputStream, sent).finally(() => file?.destroy())
  })
