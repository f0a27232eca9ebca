import { eq, sql } from 'drizzle-orm'
import { type ImportNoun, importNouns } from '#contract/calls/imports'
import { addDays, lagosDay } from '#domain/time/lagos'
import type { Queries } from '../db/database'
import { importRows, imports } from '../db/tables/imports'
import { documentPrefixes, loanCode, savingsCodes } from '../db/tables/ledgerKinds'
import { bankAccount, cashAccount, lentAccount } from '../ledger/accounts'
import { calendarOf, lockCalendar, moveInstalments } from '../ledger/calendar'
import { dueOfCycle, firstOfCycle, hasCycles, lastOfCycle, numberOfCycle } from '../ledger/cycles'
import { postOpenings } from '../ledger/openings'
import { importRules } from '../ledger/rules/importRules'
import type { LedgerRule } from '../ledger/rules/extent'
import { faultsOf, ledgerRules } from '../ledger/verify'
import { agentPayMakers } from './agentPayMakers'
import { cell, importedPeriod, moneyCell, termColumns, termValues, there } from './cells'
import {
  enter,
  type Maker,
  madeIn,
  next,
  none,
  openedOn,
  type Part,
  postPart,
  record,
  recordOf,
  recordsOf,
  reference,
} from './parts'
import { deleteStaged, takeImport } from './staging'
import { TableFault, WorkEnded } from './reading/tableRow'

const rowsAtOnce = 2_000

export type Releasing = {
  importId: number
  adminId: number
  now: Date
  /** Called between parts, outside of the transaction; what it throws cancels. */
  onProgress?: (progress: { step: string; done: number; total: number }) => Promise<void>
}

/**
 * Moves an import into the books, in one transaction of its caller: all of it or nothing. Rows become records in parts, those that
 * others name first, and the ledger is verified. What the rest of the business shares (calendar, wallets, LENT) comes after that, so
 * that it is locked for a moment only.
 */
export async function releaseImport(tx: Queries, { importId, adminId, now, onProgress }: Releasing) {
  await takeImport(tx, importId)
  const [found] = await tx.select().from(imports).where(eq(imports.id, importId))
  if (!found) throw new TableFault(`Import ${importId} is not there.`)
  if (found.state !== 'releasing')
    throw new TableFault(
      `Import ${importId} is ${found.state}: its control totals must agree before it is released.`,
    )
  const total = await tx.$count(importRows, eq(importRows.importId, importId))
  const facts = {
    importId,
    adminId,
    now,
    day: lagosDay(now),
    cutOverDay: found.cutOverDay,
    createdBy: found.createdBy,
  }
  let done = 0
  const releaseNoun = async (noun: ImportNoun) => {
    for (let after = 0; ; ) {
      const { rows } = await tx.execute<{
        last: string | null
        count: string
      }>(sql`select max(id) as last, count(*) as count from (
        select id from import_rows where import_id = ${importId} and noun = ${noun} and id > ${after} order by id limit ${rowsAtOnce}) part`)
      const [part] = rows
      if (!part?.last) break
      await makers[noun](tx, { ...facts, from: after + 1, through: Number(part.last) })
      // Triggers keep plans from when a table was empty: fresh statistics replace them.
      if (after === 0) await analyze(tx)
      after = Number(part.last)
      done += Number(part.count)
      await onProgress?.({ step: noun, done, total })
    }
  }
  await tx.execute(sql`analyze import_rows (id, import_id, noun, key)`)
  await planByIndex(tx, true)
  for (const noun of importNouns) if (!shared.includes(noun)) await releaseNoun(noun)
  await onProgress?.({ step: 'verifying', done, total })
  await verifyRecords(tx)
  await deleteStaged(tx, importId, { but: shared })
  await lockCalendar(tx)
  await releaseNoun('calendar')
  await moveInstalments(tx, await calendarOf(tx), addDays(facts.day, 1))
  await releaseNoun('wallets')
  await postLent(tx, facts)
  await verifyImports(tx)
  await deleteStaged(tx, importId)
  const { rows: released } =
    await tx.execute(sql`update imports set state = 'released', released_by = ${adminId},
      released_at = ${now.toISOString()}, step = null, failure = null
    where id = ${importId} and state = 'releasing' returning id`)
  if (released.length === 0) throw new WorkEnded(`Import ${importId} was cancelled. Nothing was moved in.`)
}

/** The planner knows nothing yet of rows that were just made. Columns are named since an index of search texts takes long. */
async function analyze(tx: Queries) {
  for (const [table, columns] of Object.entries(joinedColumns))
    await tx.execute(sql.raw(`analyze ${table} (${columns})`))
}

/** Throws if the ledger would be wrong with the records of this transaction. Takes long: before anything is locked that others need. */
export async function verifyRecords(tx: Queries) {
  await planByIndex(tx, false)
  await analyze(tx)
  await verify(
    tx,
    ledgerRules.filter((rule) => !importRules.includes(rule)),
  )
}

/** Throws unless each import's entries are those of its records; of each entry by itself the ledger's triggers make sure. */
export const verifyImports = (tx: Queries) => verify(tx, importRules)

async function verify(tx: Queries, rules: readonly LedgerRule[]) {
  const faults = await faultsOf(tx, rules)
  if (faults.length > 0)
    throw new TableFault(`The ledger would be wrong: ${faults.join('; ')}. Nothing was changed.`)
}

const joinedColumns = {
  import_records: 'import_id, noun, key, entry_id, account_id',
  ledger_accounts: 'id, kind, name, customer_id',
  ledger_entries: 'id, kind, reverses_id',
  ledger_postings: 'entry_id, account_id, seq, wallet_code, source',
  customers: 'id, assigned_agent_id',
  savings: 'id, customer_id, account_id, status',
  loans: 'id, customer_id, account_id, loan_status',
  loan_repayment_schedule: 'loan_id, due_date, status',
}

/**
 * A part's rows are few beside the tables that they join, of which the planner knows nothing while this transaction fills them: an index
 * is right, as in the ledger's triggers (migration 0029).
 */
export async function planByIndex(tx: Queries, only: boolean) {
  for (const plan of ['hashjoin', 'mergejoin', 'seqscan'])
    await tx.execute(sql.raw(`set local enable_${plan} = ${only ? 'off' : 'default'}`))
}

/** What the rest of the business shares. */
const shared: readonly ImportNoun[] = ['calendar', 'wallets']

const makers: Record<ImportNoun, Maker> = {
  agents: async (tx, part) => {
    // What an agent holds is below zero on the agent's account.
    await record(tx, 'agents', part, { id: next('agents_id_seq'), amount: sql`-${moneyCell('cash_held')}` })
    await tx.execute(sql`insert into agents (id, name, first_name, last_name, email, phone_number, state, lga, home_address, office_address,
        status, created_at)
      select c.record_id, ${cell('first_name')} || ' ' || ${cell('last_name')}, ${cell('first_name')}, ${cell('last_name')},
        ${cell('email')}, ${cell('phone_number')}, ${cell('state')}, ${cell('lga')}, ${cell('home_address')}, ${cell('office_address')},
        coalesce(${cell('status')}, 'ACTIVE'), ${part.now.toISOString()}::timestamptz
      from ${madeIn('agents', part)} order by c.id`)
    await tx.execute(sql`update import_records set account_id = a.id from (select c.* from ${recordsOf('agents', part)}) c
      join ledger_accounts a on a.agent_id = c.record_id where import_records.id = c.id`)
    await enter(tx, 'agents', part, { agent: sql`c.record_id`, from: madeIn('agents', part) })
    await postPart(tx, 'agents', part)
  },
  markets: async (tx, part) => {
    await record(tx, 'markets', part, {
      id: next('market_days_id_seq'),
      known: sql`(select m.id from market_days m where lower(m.name) = r.key and m.state = ${cell('state')} and m.lga = ${cell('lga')})`,
    })
    await tx.execute(sql`insert into market_days (id, name, period, every_days, first_day, state, lga, status, created_at)
      select c.record_id, ${cell('market')}, ${importedPeriod}, nullif(${cell('every_days')}::smallint, 7),
        case when ${cell('every_days')} <> '7' then ${cell('first_day')}::date end, ${cell('state')}, ${cell('lga')},
        coalesce(${cell('status')}, 'active'), ${part.now.toISOString()}::timestamptz
      from ${madeIn('markets', part)} and c.is_new = 1 order by c.id`)
  },
  // Of days that have begun: nothing was collected on them here.
  calendar: async (tx, part) => {
    await record(tx, 'calendar', part, {
      id: sql`case when ${cell('date')} is not null then ${next('holidays_id_seq')} end`,
      known: sql`(select h.id from holidays h where h.day = ${cell('date')}::date and h.removed_at is null)`,
    })
    const made = sql`${part.adminId}, ${part.now.toISOString()}::timestamptz`
    await tx.execute(sql`insert into holidays (id, day, name, admin_id, created_at)
      select c.record_id, ${cell('date')}::date, ${cell('name')}, ${made}
      from ${madeIn('calendar', part)} and c.is_new = 1 and ${cell('date')}::date > ${part.day}::date order by c.id`)
    await tx.execute(sql`insert into collection_calendars (from_day, closed_weekdays, admin_id, created_at)
      select ${part.day}::date + 1, array_agg(${cell('weekday')}::smallint order by ${cell('weekday')}), ${made}
      from ${madeIn('calendar', part)} and ${cell('weekday')} is not null having count(*) > 0`)
  },
  savingTypes: async (tx, part) => {
    await record(tx, 'savingTypes', part, {
      id: next('saving_types_id_seq'),
      known: there.savingType(cell('saving_type')),
    })
    await tx.execute(sql`insert into saving_types (id, name, category, interest_basis_points, ${termColumns()}, status, created_at)
      select c.record_id, ${cell('saving_type')}, ${cell('category')}, ${moneyCell('interest')}, ${termValues},
        coalesce(${cell('status')}, 'active'), ${part.now.toISOString()}::timestamptz
      from ${madeIn('savingTypes', part)} and c.is_new = 1 order by c.id`)
  },
  loanTypes: async (tx, part) => {
    const offered = (period: string) =>
      sql`case when coalesce(${cell(period)}, 'yes') = 'yes' then ${period}::text end`
    await record(tx, 'loanTypes', part, {
      id: next('loan_types_id_seq'),
      known: there.loanType(cell('loan_type')),
    })
    await tx.execute(sql`insert into loan_types (id, name, description, interest_basis_points, penalty_basis_points, grace_days, periods,
        status, interest_kind, settlement, penalty_kind, penalty_amount, penalty_ceiling, security_basis_points, least_amount, most_amount,
        least_times, most_times, least_guarantors, savings_wanted, created_at)
      select c.record_id, ${cell('loan_type')}, coalesce(${cell('description')}, ''), ${moneyCell('interest')}, ${moneyCell('penalty')},
        ${moneyCell('grace_days')}, array_remove(array[${offered('daily')}, ${offered('weekly')}, ${offered('monthly')}], null),
        coalesce(${cell('status')}, 'active'), coalesce(${cell('interest_kind')}, 'flat'), coalesce(${cell('settled_early')}, 'whole'),
        case when ${moneyCell('penalty_a_day')} > 0 then 'daily' else 'rate' end, ${moneyCell('penalty_a_day')}, ${moneyCell('penalty_at_most')},
        ${moneyCell('security')}, ${moneyCell('least_amount')}, ${moneyCell('most_amount')}, ${moneyCell('least_installments')},
        ${moneyCell('most_installments')}, ${moneyCell('least_guarantors')}, ${moneyCell('savings_wanted')}, ${part.now.toISOString()}::timestamptz
      from ${madeIn('loanTypes', part)} and c.is_new = 1 order by c.id`)
  },
  fees: async (tx, part) => {
    await record(tx, 'fees', part, { id: next('fees_id_seq'), known: there.fee(cell('fee')) })
    const type = recordOf('loanTypes', cell('loan_type'), there.loanType(cell('loan_type')))
    await tx.execute(sql`insert into fees (id, name, kind, amount, basis_points, applies_to, loan_type_id, moment, status, created_at)
      select c.record_id, ${cell('fee')}, case when ${moneyCell('percent')} > 0 then 'percent' else 'amount' end, ${moneyCell('amount')},
        ${moneyCell('percent')}, ${cell('for')}, ${type}, ${cell('paid')}, coalesce(${cell('status')}, 'active'),
        ${part.now.toISOString()}::timestamptz
      from ${madeIn('fees', part)} and c.is_new = 1 order by c.id`)
  },
  customers: async (tx, part) => {
    await record(tx, 'customers', part, { id: next('customers_id_seq'), amount: moneyCell('wallet_balance') })
    const agent = recordOf('agents', cell('agent'), there.agent(cell('agent')))
    await tx.execute(sql`insert into customers (id, first_name, last_name, phone_number, state, lga, home_address, office_address, is_active,
        agent_id, assigned_agent_id, created_at)
      select c.record_id, ${cell('first_name')}, ${cell('last_name')}, ${cell('phone_number')}, ${cell('state')}, ${cell('lga')},
        ${cell('home_address')}, ${cell('office_address')}, coalesce(${cell('status')}, 'active') = 'active', ${agent}, ${agent},
        ${openedOn('registered', part.now)}
      from ${madeIn('customers', part)} order by c.id`)
    await tx.execute(sql`update import_records set account_id = a.id from (select c.* from ${recordsOf('customers', part)}) c
      join ledger_accounts a on a.customer_id = c.record_id and a.kind = 'customer' where import_records.id = c.id`)
    await enter(tx, 'customers', part, { customer: sql`c.record_id`, from: madeIn('customers', part) })
    await postPart(tx, 'customers', part)
  },
  savings: async (tx, part) => {
    const customer = recordOf('customers', cell('customer'), there.customer(cell('customer')))
    await record(tx, 'savings', part, {
      id: next('savings_id_seq'),
      account: next('ledger_accounts_id_seq'),
      amount: moneyCell('balance'),
    })
    const owner = sql`(select a.customer_id from ledger_accounts a where a.id = c.account_id)`
    await tx.execute(sql`insert into ledger_accounts (id, kind, name, code, customer_id, created_at)
      select n.account_id, 'savings', ${reference(documentPrefixes.saving, part.day)},
        case t.category when 'daily' then ${savingsCodes.daily} when 'market' then ${savingsCodes.market} else ${savingsCodes.microsoft} end,
        n.customer_id, n.opened
      from (select c.account_id, ${customer} as customer_id, ${openedOn('opened', part.now)} as opened, ${next('reference_numbers')} as number,
          ${recordOf('savingTypes', cell('saving_type'), there.savingType(cell('saving_type')))} as type_id
        from ${madeIn('savings', part)} order by c.id) n join saving_types t on t.id = n.type_id`)
    await tx.execute(sql`insert into savings (id, reference, customer_id, saving_type_id, account_id, market_id, agent_id, fixed_amount,
        interest_basis_points, ${termColumns()}, deposit_type, market_day, duration, due_date, created_at)
      select n.record_id, a.name, a.customer_id, t.id, a.id, n.market_id, k.agent_id, n.fixed_amount, coalesce(n.interest, t.interest_basis_points),
        case when o.kind = 'amount' then coalesce(n.charge, t.charge) else 0 end, o.kind,
        case when o.kind = 'percent' then coalesce(n.rate, t.commission_basis_points) else 0 end, o.cycle,
        case when o.cycle = 'days' then coalesce(n.days, t.cycle_days) else 31 end, coalesce(n.taken, t.taken), o.plan_end, n.frequency,
        case when m.every_days is not null
          then greatest(m.first_day, ${part.day}::date + (m.every_days - (${part.day}::date - m.first_day) % m.every_days) % m.every_days)
          when m.id is not null then ${part.day}::date
          + (m.period + 7 - extract(isodow from ${part.day}::date)::int) % 7 end, n.duration,
        -- A plan that is paid out at its end begins again as often as it did in the old books.
        n.opened_on + n.duration * case when o.plan_end = 'carry-on' then 1
          else greatest(1, ceil((${part.day}::date - n.opened_on + 1)::numeric / n.duration)::int) end, a.created_at
      from (select c.id, c.record_id, c.account_id, ${recordOf('savingTypes', cell('saving_type'), there.savingType(cell('saving_type')))} as type_id,
          ${recordOf('markets', cell('market'), there.market(cell('market')))} as market_id, ${moneyCell('fixed_amount')} as fixed_amount,
          ${cell('interest')}::int as interest, ${cell('charge')}::bigint as charge, ${cell('frequency')} as frequency,
          ${cell('commission')} as commission, ${cell('commission_rate')}::int as rate, ${cell('cycle')} as cycle, ${cell('cycle_days')}::int as days,
          ${cell('taken')} as taken, ${cell('plan_end')} as plan_end,
          ${cell('duration')}::int as duration, ${cell('opened')}::date as opened_on
        from ${madeIn('savings', part)}) n
      join ledger_accounts a on a.id = n.account_id join saving_types t on t.id = n.type_id
      join customers k on k.id = a.customer_id left join market_days m on m.id = n.market_id
      cross join lateral (select coalesce(n.commission, t.commission_kind) as kind, coalesce(n.cycle, t.cycle_kind) as cycle,
        coalesce(n.plan_end, t.plan_end) as plan_end) o order by n.id`)
    // A card goes on where the old books left it; what they kept above the commission is theirs.
    const [number, paid] = [sql`n.number`, moneyCell('cycle_paid')]
    await tx.execute(sql`insert into savings_cycles (savings_id, number, from_day, through_day, fixed_amount, paid, due, taken, paid_before,
        taken_before, created_at)
      select s.id, n.number, ${firstOfCycle(number)}, ${lastOfCycle(number)}, s.fixed_amount, n.paid, d.due, least(n.kept, d.due), n.paid,
        least(n.kept, d.due), ${part.now.toISOString()}::timestamptz
      from (select c.record_id, ${paid} as paid, ${moneyCell('cycle_kept')} as kept from ${madeIn('savings', part)}) c
      join savings s on s.id = c.record_id
      cross join lateral (select ${numberOfCycle(sql`${part.cutOverDay}::date`)} as number, c.paid, c.kept) n
      cross join lateral (select ${dueOfCycle(sql`n.paid`, sql`s.fixed_amount`)} as due) d
      where n.paid > 0 and ${hasCycles('s')} order by s.id`)
    await enter(tx, 'savings', part, { customer: owner, from: madeIn('savings', part) })
    await postPart(tx, 'savings', part)
  },
  loans: async (tx, part) => {
    const customer = recordOf('customers', cell('customer'), there.customer(cell('customer')))
    const owed = sql`(select sum(coalesce(i.row->>'open', '0')::bigint + coalesce(i.row->>'penalty_open', '0')::bigint)::bigint
      from import_rows i where i.import_id = r.import_id and i.noun = 'instalments' and i.key = r.key)`
    await record(tx, 'loans', part, {
      id: next('loans_id_seq'),
      account: next('ledger_accounts_id_seq'),
      amount: owed,
    })
    await tx.execute(sql`insert into ledger_accounts (id, kind, name, code, customer_id, created_at)
      select n.account_id, 'loan', ${reference(documentPrefixes.loan, part.day)}, ${loanCode}, n.customer_id, ${part.now.toISOString()}::timestamptz
      from (select c.account_id, ${customer} as customer_id, ${next('reference_numbers')} as number from ${madeIn('loans', part)} order by c.id) n`)
    await enter(tx, 'loans', part, {
      customer: sql`(select a.customer_id from ledger_accounts a where a.id = c.account_id)`,
      from: madeIn('loans', part),
    })
    // What is open with interest in proportion, unless the file says how much of it is interest.
    const interest = sql`coalesce(n.interest_open, div(n.owed::numeric * t.interest_basis_points, 10000 + t.interest_basis_points)::bigint)`
    const made = sql`${part.now.toISOString()}::timestamptz`
    await tx.execute(sql`insert into loans (id, reference, customer_id, agent_id, admin_id, loan_type_id, amount, interest_basis_points,
        interest_amount, total_payable, instalment_amount, penalty_basis_points, grace_days, instalment_period, instalment_times,
        maturity_period, maturity_date, description, application_status, loan_status, first_approval_id, first_approval_date, approved_by,
        approved_date, approved_amount, disbursed_date, next_due, taken_over_on, account_id, disbursement_entry_id, interest_kind, settlement, penalty_kind,
        penalty_amount, penalty_ceiling, security_basis_points, least_guarantors, security_savings_id, created_at)
      select n.record_id, a.name, a.customer_id, k.assigned_agent_id, ${part.createdBy}, t.id, n.owed - i.interest, t.interest_basis_points, i.interest, n.owed,
        n.owed / s.times, t.penalty_basis_points, t.grace_days, n.period, s.times, greatest(1, s.maturity - ${part.day}::date), s.maturity,
        left(concat_ws('. ', n.purpose, 'Taken over from ' || n.loan || ': ' || to_char(n.lent / 100.0, 'FM999999999999990.00') || ' naira lent on '
          || n.disbursed), 2000), 'approved', 'active', ${part.createdBy}, ${made}, ${part.adminId}, ${made}, n.owed - i.interest, ${made}, s.next_due,
        ${part.cutOverDay}::date, a.id, n.entry_id, t.interest_kind, t.settlement, t.penalty_kind, t.penalty_amount, t.penalty_ceiling,
        t.security_basis_points, t.least_guarantors, n.secured_by, ${made}
      from (select c.*, ${recordOf('savings', cell('secured_by'))} as secured_by, c.amount as owed, r.key as row_key, ${recordOf('loanTypes', cell('loan_type'), there.loanType(cell('loan_type')))} as type_id,
          ${cell('interest_open')}::bigint as interest_open, ${cell('period')} as period, ${cell('purpose')} as purpose, ${cell('loan')} as loan,
          ${moneyCell('amount_lent')} as lent, ${cell('disbursed')} as disbursed
        from ${madeIn('loans', part)}) n
      join ledger_accounts a on a.id = n.account_id join loan_types t on t.id = n.type_id join customers k on k.id = a.customer_id
      cross join lateral (select ${interest} as interest) i
      cross join lateral (select count(*)::int as times, max((i.row->>'due_date')::date) as maturity,
          min((i.row->>'due_date')::date) filter (where coalesce(i.row->>'open', '0')::bigint + coalesce(i.row->>'penalty_open', '0')::bigint > 0) as next_due
        from import_rows i where i.import_id = n.import_id and i.noun = 'instalments' and i.key = n.row_key) s
      order by n.id`)
    // The interest that is open is divided over the instalments in proportion, where they have interest of their own.
    await tx.execute(sql`insert into loan_repayment_schedule (loan_id, number, due_date, amount, interest, status, paid_at)
      select record_id, row_number() over (partition by record_id order by due), due, open,
        (select case when l.interest_kind = 'reducing' or l.settlement = 'accrued' then div(l.interest_amount::numeric * o.until, l.total_payable)
          - div(l.interest_amount::numeric * (o.until - o.open), l.total_payable) end from loans l where l.id = o.record_id), case when open = 0 then 'paid' else 'pending' end,
        case when open = 0 then ${made} end
      from (select o.*, sum(o.open) over (partition by o.record_id order by o.due) as until from (select c.record_id, (i.row->>'due_date')::date as due,
          coalesce(i.row->>'open', '0')::bigint + coalesce(i.row->>'penalty_open', '0')::bigint as open
        from (select c.record_id, c.import_id, c.key from ${madeIn('loans', part)}) c
        join import_rows i on i.import_id = c.import_id and i.noun = 'instalments' and i.key = c.key) o) o order by record_id, due`)
    await postPart(tx, 'loans', part)
    await tx.execute(sql`insert into holds (loan_id, savings_id, amount, created_at)
      select l.id, l.security_savings_id, n.held, ${made}
      from (select c.record_id, ${moneyCell('held')} as held from ${madeIn('loans', part)}) n join loans l on l.id = n.record_id
      where l.security_savings_id is not null order by l.id`)
  },
  // Became instalments with their loans.
  instalments: async (tx, part) => {
    await record(tx, 'instalments', part, { id: none })
  },
  guarantors: async (tx, part) => {
    await record(tx, 'guarantors', part, { id: next('guarantors_id_seq') })
    const customer = recordOf('customers', cell('customer'), there.customer(cell('customer')))
    await tx.execute(sql`insert into guarantors (id, customer_id, loan_id, agent_id, first_name, last_name, phone, address, email, created_at)
      select n.record_id, n.customer_id, n.loan_id, k.assigned_agent_id, n.first_name, n.last_name, n.phone, n.address, n.email,
        ${part.now.toISOString()}::timestamptz
      from (select c.id, c.record_id, ${customer} as customer_id, ${recordOf('loans', cell('loan'))} as loan_id, ${cell('first_name')} as first_name,
          ${cell('last_name')} as last_name, ${cell('phone_number')} as phone, ${cell('address')} as address, ${cell('email')} as email
        from ${madeIn('guarantors', part)}) n join customers k on k.id = n.customer_id order by n.id`)
  },
  ...agentPayMakers,
  wallets: async (tx, part) => {
    const wallet = sql`(select a.id from ledger_accounts a where a.name = ${cell('wallet')})`
    await record(tx, 'wallets', part, {
      id: none,
      known: wallet,
      account: wallet,
      // What the vault and the bank hold is below zero on their accounts.
      amount: sql`case when ${cell('wallet')} in (${cashAccount}, ${bankAccount}) then -${moneyCell('balance')} else ${moneyCell('balance')} end`,
    })
    await enter(tx, 'wallets', part, { from: madeIn('wallets', part) })
    await postPart(tx, 'wallets', part)
  },
}

/** What is owed on all loans is lent, as with every loan: LENT against OPENING, the other side of the loans' balances. */
async function postLent(
  tx: Queries,
  facts: Pick<Part, 'importId' | 'adminId' | 'now' | 'day' | 'cutOverDay'>,
) {
  const { importId } = facts
  const { rows } =
    await tx.execute(sql`insert into import_records (id, import_id, noun, key, hash, record_id, is_new, account_id, amount, entry_id)
    select ${next('import_rows_id_seq')}, ${importId}, 'lent', 'owed on all loans', ${`lent ${importId}`}, a.id, 0, a.id, -t.owed, ${next('ledger_entries_id_seq')}
    from (select sum(amount)::bigint as owed from import_records where import_id = ${importId} and noun = 'loans') t
    join ledger_accounts a on a.name = ${lentAccount} where t.owed > 0 returning id`)
  if (rows.length === 0) return
  const from = sql`import_records c where c.import_id = ${importId}`
  await enter(tx, 'lent', facts, { from })
  await postOpenings(tx, sql`select c.entry_id, c.account_id, c.amount from ${from} and c.noun = 'lent'`)
}
