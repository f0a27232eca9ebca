import { type SQL, sql } from 'drizzle-orm'
import type { ImportNoun } from '#contract/calls/imports'
import { marketIntervals } from '#contract/calls/markets'
import { mostCycleDays } from '#contract/calls/savingTypes'
import { keyedNouns } from '#domain/import/nouns'
import { leastInstalment } from '#domain/money/instalments'
import { nameKey } from '../db/tables/schema'
import {
  cell,
  commissionKind,
  commissionTaken,
  cycleKind,
  importedPeriod,
  moneyCell,
  monthCell,
  statementTotal,
  termColumns,
  termValues,
  there,
} from './cells'

/** `same`: of rows that have it in common, all but the first are refused. */
export type Rule = { noun: ImportNoun; column: string; reason: SQL; where: SQL; from?: SQL; same?: SQL }

/** The row of another noun in the same import that a cell names: read, or refused and so reported itself. */
const isNamed = (noun: ImportNoun, key: SQL) => sql`(exists (select from import_rows n
    where n.import_id = r.import_id and n.noun = ${noun} and n.key = lower(${key}))
  or exists (select from import_faults f where f.import_id = r.import_id and f.noun = ${noun} and f.row_id is null
    and lower(f.cells->>${keyFields[noun] ?? ''}) = lower(${key})))`

const keyFields: Partial<Record<ImportNoun, string>> = {
  agents: 'agent',
  markets: 'market',
  savingTypes: 'saving_type',
  loanTypes: 'loan_type',
  fees: 'fee',
  customers: 'customer',
  loans: 'loan',
  agentStatements: 'statement',
}

const unknown = (noun: ImportNoun, column: string, named: ImportNoun, field: string, known: SQL): Rule => ({
  noun,
  column,
  reason: sql`${column}::text || ' ' || ${cell(field)} || ' is in no file and not there.'`,
  where: sql`${cell(field)} is not null and not ${isNamed(named, cell(field))} and ${known} is null`,
})

/** A row that has what an earlier one of the import has. */
const twice = (noun: ImportNoun, column: string, same: SQL): Rule => ({
  noun,
  column,
  same,
  from: sql`import_rows r join import_same_rows s on s.row_id = r.id
    join import_rows f on f.id = (select min(o.row_id) from import_same_rows o where o.import_id = s.import_id and o.same = s.same)`,
  reason: sql`'The same ' || lower(${column}::text) || ' is in line ' || f.line || ' of ' || (select name from import_files where id = f.file_id) || '.'`,
  where: sql`f.id <> r.id`,
})

const openOfInstalment = sql`${moneyCell('open')} + ${moneyCell('penalty_open')}`
const rateCells = sql.join(['of_commissions', 'of_savings', 'of_repayments'].map(cell), sql`, `)
const person = sql`fold_name(${cell('first_name')} || ${cell('last_name')}), ${cell('phone_number')}`

export const rules: readonly Rule[] = [
  ...Array.from(keyedNouns, ([noun, heading]) => twice(noun, heading, sql`r.key`)),
  twice('agents', 'Email', cell('email')),
  twice('agents', 'Phone Number', cell('phone_number')),
  twice('customers', 'Name and phone number', person),
  twice('instalments', 'Due Date', sql`r.key, ${cell('due_date')}`),
  twice('guarantors', 'Row', sql`r.hash`),
  twice('agentTargets', 'Month', sql`lower(${cell('agent')}), ${monthCell('month')}`),
  twice('agentStatements', 'Month', sql`lower(${cell('agent')}), ${monthCell('month')}`),
  twice('agentStatementRows', 'Customer', sql`r.key, lower(${cell('customer')})`),
  twice('calendar', 'Date', sql`coalesce(${cell('date')}, ${cell('weekday')})`),
  {
    noun: 'agents',
    column: 'Email',
    reason: sql`'An agent has this e-mail or phone number already.'`,
    where: sql`exists (select from agents a where lower(a.email) = ${cell('email')} or a.phone_number = ${cell('phone_number')})`,
  },
  {
    noun: 'customers',
    column: 'Phone Number',
    reason: sql`'A customer of this name has this phone number already.'`,
    where: sql`exists (select from customers c where c.phone_number = ${cell('phone_number')} and not c.is_deleted
      and fold_name(c.first_name || c.last_name) = fold_name(${cell('first_name')} || ${cell('last_name')}))`,
  },
  {
    noun: 'markets',
    column: 'Day',
    reason: sql`'This market is there already, on another day.'`,
    where: sql`exists (select from market_days m where lower(m.name) = r.key and m.state = ${cell('state')} and m.lga = ${cell('lga')}
      and (m.period, m.every_days) is distinct from (${importedPeriod}, nullif(${cell('every_days')}::smallint, 7)))`,
  },
  {
    noun: 'markets',
    column: 'Day',
    reason: sql`'Day is empty, and so is Every Days.'`,
    where: sql`${cell('day')} is null and ${cell('every_days')} is null`,
  },
  {
    noun: 'markets',
    column: 'Every Days',
    reason: sql`'A market is held every ${sql.raw(`${marketIntervals.least} to ${marketIntervals.most}`)} days, from its First Day on.'`,
    where: sql`(${cell('every_days')} is null) <> (${cell('first_day')} is null)
      or ${cell('every_days')}::bigint not between ${marketIntervals.least} and ${marketIntervals.most}`,
  },
  {
    noun: 'calendar',
    column: 'Date',
    reason: sql`'A row has a weekday, or a date with the name of the holiday.'`,
    where: sql`(${cell('date')} is null) = (${cell('weekday')} is null) or (${cell('date')} is null) <> (${cell('name')} is null)`,
  },
  {
    noun: 'calendar',
    column: 'Date',
    reason: sql`'A holiday is after the cut-over day.'`,
    where: sql`${cell('date')}::date <= (select cut_over_day from imports where id = r.import_id)`,
  },
  {
    noun: 'calendar',
    column: 'Weekday',
    reason: sql`'At least one weekday must have collection.'`,
    where: sql`${cell('weekday')} is not null and (select count(*) from import_rows n where n.import_id = r.import_id
      and n.noun = 'calendar' and n.row->>'weekday' is not null) > 6`,
  },
  {
    noun: 'savingTypes',
    column: 'Saving Type',
    reason: sql`'This savings type is there already, with other terms.'`,
    where: sql`exists (select from saving_types t where ${nameKey(sql`t.name`)} = ${nameKey(cell('saving_type'))} and (t.category, t.interest_basis_points::bigint, ${termColumns('t')})
      <> (${cell('category')}, ${moneyCell('interest')}, ${termValues}))`,
  },
  ...(['savingTypes', 'savings'] as const).map(
    (noun): Rule => ({
      noun,
      column: 'Cycle Days',
      reason: sql.raw(`'A cycle has at most ${mostCycleDays} days.'`),
      where: sql`${cell('cycle_days')}::bigint > ${mostCycleDays}`,
    }),
  ),
  {
    noun: 'savingTypes',
    column: 'Commission Rate',
    reason: sql`'A commission in percent needs its rate.'`,
    where: sql`${commissionKind} = 'percent' and ${moneyCell('commission_rate')} = 0`,
  },
  {
    noun: 'savingTypes',
    column: 'Charge',
    reason: sql`'A commission of an amount needs its charge.'`,
    where: sql`${commissionKind} = 'amount' and ${moneyCell('charge')} = 0 and (${cycleKind}, ${commissionTaken}) <> ('month', 'end')`,
  },
  {
    noun: 'savings',
    column: 'Cycle Kept',
    reason: sql`'It is more than was paid in the cycle.'`,
    where: sql`${moneyCell('cycle_kept')} > ${moneyCell('cycle_paid')}`,
  },
  {
    noun: 'loanTypes',
    column: 'Loan Type',
    reason: sql`'This loan type is there already, with other terms.'`,
    where: sql`exists (select from loan_types t where ${nameKey(sql`t.name`)} = ${nameKey(cell('loan_type'))} and
      (t.interest_basis_points::bigint, t.penalty_basis_points::bigint, t.grace_days::bigint, t.interest_kind, t.settlement,
        t.penalty_amount, t.penalty_ceiling::bigint, t.security_basis_points::bigint)
      <> (${moneyCell('interest')}, ${moneyCell('penalty')}, ${moneyCell('grace_days')}, coalesce(${cell('interest_kind')}, 'flat'),
        coalesce(${cell('settled_early')}, 'whole'), ${moneyCell('penalty_a_day')}, ${moneyCell('penalty_at_most')}, ${moneyCell('security')}))`,
  },
  {
    noun: 'loanTypes',
    column: 'Penalty A Day',
    reason: sql`'A penalty by days needs an amount a day and a ceiling, and has no rate.'`,
    where: sql`(${moneyCell('penalty_a_day')} > 0) <> (${moneyCell('penalty_at_most')} > 0)
      or ${moneyCell('penalty_a_day')} > 0 and ${moneyCell('penalty')} > 0`,
  },
  {
    noun: 'loanTypes',
    column: 'Least Amount',
    reason: sql`'A least bound is above the most.'`,
    where: sql`${moneyCell('most_amount')} > 0 and ${moneyCell('least_amount')} > ${moneyCell('most_amount')}
      or ${moneyCell('most_installments')} > 0 and ${moneyCell('least_installments')} > ${moneyCell('most_installments')}`,
  },
  {
    noun: 'loanTypes',
    column: 'Weekly',
    reason: sql`'The type offers no period.'`,
    where: sql`${cell('daily')} = 'no' and ${cell('weekly')} = 'no' and ${cell('monthly')} = 'no'`,
  },
  {
    noun: 'fees',
    column: 'Amount',
    reason: sql`'A fee has an amount, or of loans a percentage.'`,
    where: sql`(${moneyCell('amount')} > 0) = (${moneyCell('percent')} > 0) or ${moneyCell('percent')} > 0 and ${cell('for')} <> 'loan'`,
  },
  {
    noun: 'fees',
    column: 'Paid',
    reason: sql`case ${cell('for')} when 'loan' then 'A fee of a loan is paid before the approval, or kept back.'
      else 'A fee of a customer or a card is paid at the registration.' end`,
    where: sql`(${cell('for')} = 'loan') = (${cell('paid')} = 'registration')`,
  },
  {
    noun: 'fees',
    column: 'Loan Type',
    reason: sql`'Only a fee of loans is for one loan type.'`,
    where: sql`${cell('for')} <> 'loan' and ${cell('loan_type')} is not null`,
  },
  {
    noun: 'fees',
    column: 'Fee',
    reason: sql`'This fee is there already, with other terms.'`,
    where: sql`exists (select from fees f left join loan_types t on t.id = f.loan_type_id where ${nameKey(sql`f.name`)} = ${nameKey(cell('fee'))}
      and (f.applies_to, f.moment, f.amount, f.basis_points::bigint, coalesce(${nameKey(sql`t.name`)}, ''))
        <> (${cell('for')}, ${cell('paid')}, ${moneyCell('amount')}, ${moneyCell('percent')}, coalesce(${nameKey(cell('loan_type'))}, '')))`,
  },
  unknown('fees', 'Loan Type', 'loanTypes', 'loan_type', there.loanType(cell('loan_type'))),
  unknown('customers', 'Agent', 'agents', 'agent', there.agent(cell('agent'))),
  unknown('savings', 'Customer', 'customers', 'customer', there.customer(cell('customer'))),
  unknown('savings', 'Saving Type', 'savingTypes', 'saving_type', there.savingType(cell('saving_type'))),
  unknown('savings', 'Market', 'markets', 'market', there.market(cell('market'))),
  unknown('loans', 'Customer', 'customers', 'customer', there.customer(cell('customer'))),
  unknown('loans', 'Loan Type', 'loanTypes', 'loan_type', there.loanType(cell('loan_type'))),
  {
    noun: 'loans',
    column: 'Secured By',
    reason: sql`'The loan is secured by an active savings wallet of its customer in this import, which has what all its loans hold.'`,
    where: sql`(${cell('secured_by')} is not null) <> (${moneyCell('held')} > 0) or ${cell('secured_by')} is not null and not exists (
      select from import_rows s where s.import_id = r.import_id and s.noun = 'savings' and s.key = lower(${cell('secured_by')})
        and lower(s.row->>'customer') = lower(${cell('customer')})
        and coalesce(s.row->>'balance', '0')::bigint >= (select sum(coalesce(o.row->>'held', '0')::bigint) from import_rows o
          where o.import_id = r.import_id and o.noun = 'loans' and lower(o.row->>'secured_by') = s.key))`,
  },
  ...(['agentPayTerms', 'agentTargets', 'agentStatements'] as const).map((noun) =>
    unknown(noun, 'Agent', 'agents', 'agent', there.agent(cell('agent'))),
  ),
  unknown('agentStatementRows', 'Statement', 'agentStatements', 'statement', sql`null`),
  unknown('agentStatementRows', 'Customer', 'customers', 'customer', there.customer(cell('customer'))),
  {
    noun: 'agentPayTerms',
    column: 'From Month',
    reason: sql`'Statements of that month or a later one are made already.'`,
    where: sql`exists (select from agent_statements s where s.paid_before is null and s.month >= ${monthCell('from_month')}
      and (${cell('agent')} is null or s.agent_id = ${there.agent(cell('agent'))}))`,
  },
  {
    noun: 'agentPayTerms',
    column: 'Of Commissions',
    reason: sql`'A row has all three rates; without any, its agent has those of all.'`,
    where: sql`num_nulls(${rateCells}) not in (0, 3) or num_nulls(${cell('of_commissions')}, ${cell('agent')}) = 2`,
  },
  {
    noun: 'agentTargets',
    column: 'Month',
    reason: sql`'The agent has a target of that month already.'`,
    where: sql`exists (select from agent_targets t where t.agent_id = ${there.agent(cell('agent'))} and t.month = ${monthCell('month')})`,
  },
  {
    noun: 'agentStatements',
    column: 'Month',
    reason: sql`'The agent has a statement of that month already.'`,
    where: sql`exists (select from agent_statements s where s.agent_id = ${there.agent(cell('agent'))}
      and s.month = ${monthCell('month')} and s.state <> 3)`,
  },
  {
    noun: 'agentStatements',
    column: 'Month',
    reason: sql`'The month has not ended at the cut-over day.'`,
    where: sql`${monthCell('month')} + interval '1 month' > (select cut_over_day + 1 from imports where id = r.import_id)`,
  },
  {
    noun: 'agentStatements',
    column: 'Paid Before',
    reason: sql`case when ${statementTotal} = 0 then 'The statement pays nothing.' else 'It is more than the approved statement pays.' end`,
    where: sql`${statementTotal} = 0 or ${moneyCell('paid_before')} <> 0 and (coalesce(${cell('status')}, '2') <> '2'
      or sign(${moneyCell('paid_before')}::numeric) <> sign(${statementTotal}::numeric) or abs(${moneyCell('paid_before')}) > abs(${statementTotal}))`,
  },
  {
    noun: 'agentStatementRows',
    column: 'Commissions',
    reason: sql`'The customer brought nothing.'`,
    where: sql`(${moneyCell('commissions')}, ${moneyCell('savings')}, ${moneyCell('repayments')}) = (0, 0, 0)`,
  },
  unknown('instalments', 'Loan', 'loans', 'loan', sql`null`),
  unknown('guarantors', 'Customer', 'customers', 'customer', there.customer(cell('customer'))),
  unknown('guarantors', 'Loan', 'loans', 'loan', sql`null`),
  {
    noun: 'guarantors',
    column: 'Phone Number',
    reason: sql`'The guarantor has the phone number of the borrower.'`,
    where: sql`exists (select from import_rows n where n.import_id = r.import_id and n.noun = 'customers'
        and n.key = lower(${cell('customer')}) and n.row->>'phone_number' = ${cell('phone_number')})
      or exists (select from customers c where c.id = ${there.customer(cell('customer'))} and c.phone_number = ${cell('phone_number')})`,
  },
  {
    noun: 'loans',
    column: 'Loan',
    from: sql`import_rows r left join lateral (
      select coalesce(sum(coalesce(i.row->>'open', '0')::numeric + coalesce(i.row->>'penalty_open', '0')::numeric), 0) as owed
      from import_rows i where i.import_id = r.import_id and i.noun = 'instalments' and i.key = r.key) i on true`,
    reason: sql`case when i.owed = 0 then 'Nothing is open of the loan: it has no installments to move in.'
      else 'Of what is open, as much or more is interest.' end`,
    where: sql`i.owed <= ${moneyCell('interest_open')} and not exists (select from import_faults f where f.import_id = r.import_id
      and f.noun = 'instalments' and f.row_id is null and lower(f.cells->>'loan') = r.key)`,
  },
  {
    noun: 'instalments',
    column: 'Open',
    reason: sql`case when ${openOfInstalment} = 0 then 'Nothing is open of this installment. Leave it out.'
      else 'No installment is below ₦1.00. Less can only be open of the earliest one of a loan.' end`,
    // Repayments pay the oldest instalment first, so that a rest is only open of the earliest one.
    where: sql`${openOfInstalment} < ${leastInstalment} and (${openOfInstalment} = 0 or exists (select from import_rows e
      where e.import_id = r.import_id and e.noun = 'instalments' and e.key = r.key
        and (e.row->>'due_date')::date < ${cell('due_date')}::date))`,
  },
  ...(['customers', 'savings', 'loans'] as const).map((noun): Rule => {
    const [column, field] = {
      customers: ['Registered', 'registered'],
      savings: ['Opened', 'opened'],
      loans: ['Disbursed', 'disbursed'],
    }[noun] as [string, string]
    return {
      noun,
      column,
      reason: sql`${column}::text || ' is after the cut-over day.'`,
      where: sql`${cell(field)}::date > (select cut_over_day from imports where id = r.import_id)`,
    }
  }),
]
