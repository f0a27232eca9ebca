/**
 * What each file must hold, read from the tables by hand-written SQL instead of the code under test: newest first, each
 * column as raw text (kobo, milliseconds, hundredths of a percent), in the order of the call's columns.
 */
const ms = (instant: string) => `(extract(epoch from ${instant}) * 1000)::bigint`
const customer = "trim(c.first_name || ' ' || c.last_name)"

const loanTerms = 't.name, l.interest_basis_points, l.interest_amount, l.total_payable, l.instalment_amount'
const loanStates = 'l.loan_status, l.application_status'
const loanPlan = 'l.instalment_period, l.instalment_times'
const approval = `${ms('l.approved_date')}, second.name, first.name`
/** What the file of a list has after the columns of its screen, by name; a list leaves out those that it has shown. */
const fileColumns = {
  amount: 'l.amount',
  loan_status: 'l.loan_status',
  application_status: 'l.application_status',
  maturity_period: 'l.maturity_period',
  approved_date: ms('l.approved_date'),
  approved_by_name: 'second.name',
  first_approval_name: 'first.name',
  approved_by_email: 'second.email',
  first_approval_email: 'first.email',
  agentName: 'a.name',
  admin_id: 'l.admin_id',
  user_id: 'l.customer_id',
  agent_id: "case when a.status <> 'DELETED' then a.id end",
  loan_type_id: 'l.loan_type_id',
  approved_amount: 'l.approved_amount',
  description: 'l.description',
  disbursed_date: ms('l.disbursed_date'),
  approved_by: 'l.approved_by',
  first_approval_id: 'l.first_approval_id',
  rejected_id: 'l.rejected_id',
  rejected_date: ms('l.rejected_date'),
  rejection_reason: 'l.rejection_reason',
  extension_period: 'l.extension_period',
  extension_percentage: 'l.extension_basis_points',
  rejected_by_name: 'rejecter.name',
  rejected_by_email: 'rejecter.email',
}
const othersThan = (...shown: (keyof typeof fileColumns)[]) =>
  Object.entries(fileColumns)
    .flatMap(([name, column]) => (shown.includes(name as keyof typeof fileColumns) ? [] : [column]))
    .join(', ')
const statuses = ['loan_status', 'application_status'] as const
const approvals = ['approved_date', 'approved_by_name', 'first_approval_name'] as const
const owed = 'coalesce((select balance from ledger_accounts where id = l.account_id), 0)'
const overdueParts = `from loan_repayment_schedule s where s.loan_id = l.id and s.status = 'pending' and s.due_date < :today`
const daysOverdue = `(select coalesce(:today::date - min(s.due_date), 0) ${overdueParts})`
const overdueAmount = `(select sum(s.amount + s.penalty - s.paid - s.moved) ${overdueParts})`
const loans = (columns: string, where: string) => `
  select ${ms('l.created_at')}, l.reference, ${customer}, ${columns}
  from loans l join customers c on c.id = l.customer_id join agents a on a.id = l.agent_id
    join loan_types t on t.id = l.loan_type_id
    left join admins first on first.id = l.first_approval_id left join admins second on second.id = l.approved_by
    left join admins rejecter on rejecter.id = l.rejected_id
  where ${where} order by l.created_at desc, l.id desc`

const repaymentReversal = `(select r.reference from loan_history r where r.reverses_id = h.id),
  (select o.reference from loan_history o where o.id = h.reverses_id), h.collected_on`
const movements = (columns: string, where: string) => `
  select ${columns}
  from loan_history h join loans l on l.id = h.loan_id join loan_types t on t.id = l.loan_type_id
    join customers c on c.id = l.customer_id
  where ${where} order by h.created_at desc, h.id desc`

const postings = (columns: string, where: string) => `
  select ${ms('e.made_at')}, e.reference, p.amount, p.balance_after - p.amount, p.balance_after, ${columns}
  from ledger_postings p join ledger_entries e on e.id = p.entry_id join ledger_accounts x on x.id = p.account_id
  where ${where} order by e.made_at desc, p.id desc`
const ofCustomer = (column: string) => `(select ${column} from customers c where c.id = e.customer_id)`
const ofAgent = (column: string) => `(select ${column} from agents where id = e.agent_id)`
/** The references of what reverses an entry, and of what it reverses, and its day of collection. */
const reversalOf = (entryId: string) => `
  (select r.reference from ledger_entries r where r.reverses_id = ${entryId}),
  (select o.reference from ledger_entries o join ledger_entries own on own.reverses_id = o.id where own.id = ${entryId}),
  (select collected_on from ledger_entries where id = ${entryId})`
const reversedBy = (entryId: string) =>
  `(select back.reference from ledger_entries back where back.reverses_id = ${entryId})`
/** What was paid on a statement and stands. */
const paidOf = (statement: string) => `(select coalesce(sum(p.amount), 0) from agent_payments p
  where p.statement_id = ${statement} and p.entry_id not in (select reverses_id from ledger_entries where reverses_id is not null))`
const creditOrDebit = "case when p.amount > 0 then 'credit' else 'debit' end"
const byWhom = '(select name from admins where id = e.admin_id)'

/** Rows of the books. */
const bookRows = (where: string, more = '') => `
  select ${ms('b.made_at')}, b.reference, b.source, n.code, n.name,
    (select string_agg(distinct o.name, ', ') from book_entries x join book_accounts o on o.line = x.line
      where x.entry_id = b.entry_id and (x.amount < 0) <> (b.amount < 0)),
    coalesce(${customer}, a.name), case when b.amount < 0 then -b.amount end, case when b.amount > 0 then b.amount end, m.name${more}
  from book_entries b join book_accounts n on n.line = b.line left join customers c on c.id = b.customer_id
    left join agents a on a.id = b.agent_id left join admins m on m.id = b.admin_id
  where ${where} order by b.made_at desc, b.id desc`

/** `:today` is the day in Lagos, `:customer` and `:agent` one customer's and one agent's id. */
export const exportedRows: Record<string, string> = {
  'books.getBookEntries': bookRows("b.line = 'interest'", ', b.amount'),
  'books.getJournal': bookRows('true'),
  'admins.getAdminActivityLog': `
    select ${ms('l.created_at')}, a.name, l.description, l.status, l.subject_name, l.subject_role,
      l.subject_reference, l.amount
    from admin_activity l join admins a on a.id = l.admin_id order by l.created_at desc, l.id desc`,
  'agents.waitingDevices': `
    select ${ms('d.created_at')}, a.name, d.device_name, d.model from agent_devices d join agents a on a.id = d.agent_id
    where not d.is_approved and not d.is_disapproved and a.status = 'ACTIVE' order by d.created_at desc, d.id desc`,
  'agents.getAgents': `
    select name, phone_number, email, state, lga, status, ${ms('created_at')}, first_name, last_name, home_address,
      office_address
    from agents where status <> 'DELETED' order by created_at desc, id desc`,
  'agents.agentHistory': `
    select ${ms('h.created_at')}, a.name, h.action, h.status
    from agent_activity h join agents a on a.id = h.agent_id order by h.created_at desc, h.id desc`,
  'customers.getCustomers': `
    select trim(${customer}), c.reference, c.phone_number, case when c.is_active then 'Active' else 'Non Active' end,
      now.name, first.name, c.state, c.lga, ${ms('c.created_at')}, c.user_type, c.home_address, c.office_address,
      ${ms('coalesce(c.updated_at, c.created_at)')},
      (select coalesce(sum(a.balance), 0) from savings s join ledger_accounts a on a.id = s.account_id where s.customer_id = c.id),
      (select coalesce(sum(a.balance), 0) from loans l join ledger_accounts a on a.id = l.account_id
        where l.customer_id = c.id and l.loan_status = 'active'),
      (select :today::date - min(s.due_date) from loan_repayment_schedule s join loans l on l.id = s.loan_id
        where l.customer_id = c.id and s.status = 'pending' and s.due_date < :today),
      (select max(coalesce(e.collected_on, timezone('Africa/Lagos', e.made_at)::date)) from ledger_entries e
        where e.customer_id = c.id and e.kind in ('Savings deposit', 'Loan repayment')
          and not exists (select from ledger_entries r where r.reverses_id = e.id)),
      case when c.is_frozen then 'Frozen' end
    from customers c join agents now on now.id = c.assigned_agent_id join agents first on first.id = c.agent_id
    where not c.is_deleted order by c.created_at desc, c.id desc`,
  'customers.customerRescheduled': `
    select ${ms('r.created_at')}, trim(${customer}), c.phone_number,
      case when c.is_active then 'Active' else 'Non Active' end, a.name, f.name, m.name, r.late, r.reference
    from customer_reassignments r join customers c on c.id = r.customer_id join agents a on a.id = r.to_agent_id
      join agents f on f.id = r.from_agent_id join admins m on m.id = r.admin_id order by r.created_at desc, r.id desc`,
  'messages.getCustomerMessages': `
    select ${ms('created_at')}, text, 1, state, attempts, ${ms('last_attempt_at')}, problem
    from customer_messages where customer_id = :customer order by created_at desc, id desc`,
  'messages.getUnsentMessages': `
    select ${ms('m.created_at')}, ${customer}, e.kind, e.reference, m.state, m.attempts, m.problem
    from customer_messages m join customers c on c.id = m.customer_id left join ledger_entries e on e.id = m.entry_id
    where m.state <> 'sent' order by m.created_at desc, m.id desc`,
  'loans.loanHistory': movements(
    `${ms('h.created_at')}, l.reference, h.amount, t.name, h.status, h.amount_after, ${customer}, c.phone_number,
      h.due_date, h.repayment, h.penalty, ${repaymentReversal}`,
    'true',
  ),
  'loans.loanHistoryRepayment': movements(
    `${ms('h.created_at')}, l.reference, ${customer}, h.repayment, t.name, c.phone_number, ${repaymentReversal}, l.maturity_period`,
    "h.kind = 'repayment'",
  ),
  'loans.loanDisbursementHistory': `
    select ${ms('l.disbursed_date')}, l.reference, ${customer}, c.phone_number, l.amount, t.name, ${loanStates},
      l.interest_amount, l.total_payable, l.instalment_amount, ${loanPlan}, l.maturity_period, a.name,
      (select sum(f.amount) from loan_fees f where f.loan_id = l.id and f.moment = 'kept-back')
    from loans l join customers c on c.id = l.customer_id join agents a on a.id = l.agent_id
      join loan_types t on t.id = l.loan_type_id
    where l.disbursed_date is not null order by l.disbursed_date desc, l.id desc`,
  'loans.getPendingLoan': loans(
    `l.amount, ${loanTerms}, ${loanStates}, ${loanPlan}, a.name, ${othersThan('amount', ...statuses, 'agentName')}`,
    "l.application_status in ('pending', 'in-progress')",
  ),
  'loans.getOverdueLoan': loans(
    `l.amount, ${owed}, ${overdueAmount}, ${daysOverdue}, ${loanTerms}, ${loanStates}, ${loanPlan}, l.maturity_date,
      a.name, ${othersThan('amount', ...statuses, 'agentName')}`,
    `l.loan_status = 'active' and ${overdueAmount} > 0`,
  ),
  'loans.approvedLoan': loans(
    `l.amount, ${loanTerms}, ${loanStates}, ${loanPlan}, ${approval}, a.name,
      ${othersThan('amount', ...statuses, ...approvals, 'agentName')}`,
    "l.application_status = 'approved'",
  ),
  'loans.loanApplications': loans(`l.amount, ${loanTerms}, ${loanStates}, ${loanPlan}, a.name`, 'true'),
  'loans.rejectedLoan': loans(
    `l.amount, ${loanTerms}, l.application_status, ${ms('l.rejected_date')}, rejecter.name, rejecter.email, first.email,
      l.rejection_reason, ${loanPlan},
      ${othersThan('amount', 'application_status', 'rejected_date', 'rejected_by_name', 'rejected_by_email', 'first_approval_email', 'rejection_reason')}`,
    "l.application_status = 'rejected'",
  ),
  'loans.paidLoan': loans(
    `${loanTerms}, ${loanStates}, ${loanPlan}, ${ms('l.approved_date')}, l.maturity_date, a.name,
      ${othersThan(...statuses, 'approved_date', 'agentName')}`,
    "l.loan_status = 'paid'",
  ),
  'loans.loanPortfolio': loans(
    `l.amount, ${owed}, ${daysOverdue}, ${loanTerms}, ${loanStates}, ${loanPlan}, ${approval}, l.maturity_date, a.name,
      ${othersThan('amount', ...statuses, ...approvals, 'agentName')}`,
    "l.loan_status = 'active'",
  ),
  'loans.loansEnding': loans(
    `l.amount, ${owed}, coalesce(${overdueAmount}, 0), ${daysOverdue}, l.maturity_date, c.phone_number, t.name, a.name`,
    "l.loan_status = 'active' and l.maturity_date between date_trunc('week', :today::date) and date_trunc('week', :today::date) + interval '6 days'",
  ),
  'loans.loanInterest': `
    select l.reference, ${customer}, p.interest, p.penalties, p.repaid, l.amount, t.name, a.name, c.phone_number, ${ms('l.created_at')}
    from loans l join customers c on c.id = l.customer_id join loan_types t on t.id = l.loan_type_id join agents a on a.id = l.agent_id
      cross join lateral (select sum(e.profit - e.penalties) as interest, sum(e.penalties) as penalties, sum(e.repaid) as repaid, count(*) as rows
        from (select sum(h.penalty) as penalties, sum(h.repayment) as repaid, coalesce((select sum(x.amount) from ledger_postings x
            where x.entry_id = h.entry_id and x.account_id = 2), 0) as profit
          from loan_history h where h.loan_id = l.id and h.kind in ('repayment', 'correction')
            and timezone('Africa/Lagos', h.created_at)::date between date_trunc('month', :today::date) and :today::date
          group by h.entry_id) e) p
    where p.rows > 0 order by l.created_at desc, l.id desc`,
  'guarantors.getGuarantor': `
    select ${ms('g.created_at')}, g.first_name || ' ' || g.last_name, g.phone, g.address, c.first_name, c.last_name, a.name, l.reference
    from guarantors g join customers c on c.id = g.customer_id join agents a on a.id = g.agent_id
      left join loans l on l.id = g.loan_id order by g.created_at desc, g.id desc`,
  'savings.savingHistory': `
    select ${ms('h.created_at')}, s.reference, h.amount * case when h.kind in ('deposit', 'interest') then 1 else -1 end,
      t.name, h.status, (select name from agents where id = h.agent_id), ${customer}, c.phone_number,
      (select kind from ledger_entries where id = h.entry_id), ${reversalOf('h.entry_id')}, s.customer_id,
      (select id from agents where id = h.agent_id and status <> 'DELETED'), null, null, s.saving_type_id, null
    from savings_history h join savings s on s.id = h.savings_id join saving_types t on t.id = s.saving_type_id
      join customers c on c.id = s.customer_id order by h.created_at desc, h.id desc`,
  'savings.getSavingPortfolio': `
    select ${ms('s.created_at')}, s.reference, ${customer}, t.name, (select name from market_days where id = s.market_id),
      x.balance, s.fixed_amount, s.interest_basis_points, s.status, s.market_day, s.duration, s.due_date, s.deposit_type,
      case s.commission_kind when 'contribution' then s.fixed_amount else s.charge end, a.name
    from savings s join saving_types t on t.id = s.saving_type_id join customers c on c.id = s.customer_id
      join agents a on a.id = s.agent_id join ledger_accounts x on x.id = s.account_id
    where s.status = 'active' order by s.created_at desc, s.id desc`,
  'savings.savingsByMarket': `
    select m.name, count(distinct s.customer_id), count(s.id), coalesce(sum(a.balance), 0), m.state, m.lga, m.status, ${ms('m.created_at')}
    from market_days m left join savings s on s.market_id = m.id and s.status = 'active' left join ledger_accounts a on a.id = s.account_id
    group by m.id order by m.created_at desc, m.id desc`,
  'savings.getNotSaving': `
    select ${customer}, c.phone_number, a.name, t.name, s.fixed_amount, s.deposit_type, (select name from market_days where id = s.market_id),
      s.reference, d.day, d.since, :today::date - d.since
    from savings s join saving_types t on t.id = s.saving_type_id join customers c on c.id = s.customer_id
      join agents a on a.id = c.assigned_agent_id
      cross join lateral (select max(coalesce(h.collected_on, timezone('Africa/Lagos', h.created_at)::date)) as day from savings_history h
        where h.savings_id = s.id and h.kind = 'deposit' and h.status = 'approved' and h.reverses_id is null
          and not exists (select from savings_history r where r.reverses_id = h.id)) l
      cross join lateral (select l.day, coalesce(l.day, timezone('Africa/Lagos', s.created_at)::date) as since) d
    where s.status = 'active' and c.is_active and not c.is_deleted and :today::date - d.since >= 14
    order by d.since desc, s.id desc`,
  'cash.getAgentsCash': `
    select a.name, -x.balance,
      (select ${ms('max(started.made_at)')} from ledger_postings started where started.account_id = x.id
        and started.balance_after < 0 and started.balance_after - started.amount >= 0 and x.balance < 0),
      a.status, a.phone_number,
      (select ${ms('max(created_at)')} from remittances where agent_id = a.id and ${reversedBy('entry_id')} is null),
      (select reference from cash_differences where agent_id = a.id and state in (0, 1)), ${ms('a.created_at')}
    from agents a join ledger_accounts x on x.name = 'agent ' || a.id
    where a.status = 'ACTIVE' or x.balance <> 0 order by a.created_at desc, a.id desc`,
  'cash.getAgentCashMovements': `
    select ${ms('e.made_at')}, e.reference, e.kind, ${ofCustomer(customer)}, -p.amount, -p.balance_after, ${reversalOf('e.id')}
    from ledger_postings p join ledger_entries e on e.id = p.entry_id join ledger_accounts x on x.id = p.account_id
    where x.name = 'agent ' || :agent order by e.made_at desc, p.id desc`,
  'cash.getRemittances': `
    select ${ms('r.created_at')}, r.reference, a.name, r.counted, r.expected, r.expected - r.counted, d.name, r.note, ${reversedBy('r.entry_id')}
    from remittances r join agents a on a.id = r.agent_id join admins d on d.id = r.admin_id
    order by r.created_at desc, r.id desc`,
  'arrears.getArrears': `
    select ${customer}, c.phone_number, l.reference, a.name,
      (select m.name from savings s join market_days m on m.id = s.market_id
       where s.customer_id = c.id and s.status = 'active' order by s.id limit 1),
      t.name, :today::date - ${daysOverdue}, ${daysOverdue}, case when ${daysOverdue} <= 30 then '1–30'
        when ${daysOverdue} <= 60 then '31–60' when ${daysOverdue} <= 90 then '61–90' else '91+' end,
      ${overdueAmount}, ${owed}, ${ms('l.created_at')}, ${ms('l.rescheduled_date')}
    from loans l join customers c on c.id = l.customer_id join agents a on a.id = c.assigned_agent_id
      join loan_types t on t.id = l.loan_type_id
    where l.loan_status = 'active' and ${daysOverdue} > 0 order by l.created_at desc, l.id desc`,
  'closing.getRuns': `
    select ${ms('r.created_at')}, r.kind, r.day, r.state, r.looked, r.posted, r.amount, r.skipped, o.reference, ${ms('r.finished_at')}
    from runs r left join reopenings o on o.id = r.reopening_id order by r.created_at desc, r.id desc`,
  'closing.getDayOpenings': `
    select ${ms('o.created_at')}, o.reference, o.day, o.status, o.reason, ${ms('b.created_at')}, closed.name, asked.name,
      decided.name, ${ms('o.decided_at')}, o.comment
    from day_openings o join business_days b on b.id = o.closing_id join admins asked on asked.id = o.requested_by
      left join admins closed on closed.id = b.closed_by left join admins decided on decided.id = o.decided_by
    order by o.created_at desc, o.id desc`,
  'closing.getReopenings': `
    select ${ms('o.created_at')}, o.reference, o.from_day, o.status, o.reason, asked.name, o.penalties, o.interest, o.charges, o.commissions, o.paid_out,
      decided.name, ${ms('o.decided_at')}, o.comment
    from reopenings o join admins asked on asked.id = o.requested_by left join admins decided on decided.id = o.decided_by
    order by o.created_at desc, o.id desc`,
  'terms.getTermChanges': `
    select ${ms('g.created_at')}, g.reference, coalesce(s.name, l.name),
      case when g.loan_type_id is null then 'saving type' else 'loan type' end, g.changes, g.status, g.reason, asked.name,
      decided.name, ${ms('g.decided_at')}, g.comment
    from term_changes g left join saving_types s on s.id = g.saving_type_id left join loan_types l on l.id = g.loan_type_id
      join admins asked on asked.id = g.requested_by left join admins decided on decided.id = g.decided_by
    order by g.created_at desc, g.id desc`,
  'messages.getMessagesOff': `
    select ${ms('q.created_at')}, q.reference, trim(${customer}), q.reason, q.status, asked.name, decided.name, ${ms('q.decided_at')}, q.comment
    from messages_off_requests q join customers c on c.id = q.customer_id
      join admins asked on asked.id = q.requested_by left join admins decided on decided.id = q.decided_by
    order by q.created_at desc, q.id desc`,
  'credits.getCreditRequests': `
    select ${ms('q.created_at')}, q.reference, case when q.customer_id is null then 'Main business wallet' else trim(${customer}) end,
      q.amount, q.reason, q.status, e.reference, asked.name, decided.name, ${ms('q.decided_at')}, q.comment
    from credit_requests q left join customers c on c.id = q.customer_id left join ledger_entries e on e.id = q.entry_id
      join admins asked on asked.id = q.requested_by left join admins decided on decided.id = q.decided_by
    order by q.created_at desc, q.id desc`,
  'settings.getSettingChanges': `
    select ${ms('g.created_at')}, g.reference, g.setting, g.changes, g.status, g.reason, asked.name,
      decided.name, ${ms('g.decided_at')}, g.comment
    from setting_changes g join admins asked on asked.id = g.requested_by left join admins decided on decided.id = g.decided_by
    order by g.created_at desc, g.id desc`,
  'closing.getRunItems': `
    select ${ms('i.created_at')}, ${customer}, coalesce(l.reference, s.reference), i.amount, i.open, i.reason, e.reference
    from run_items i left join loans l on l.id = i.loan_id left join savings s on s.id = i.savings_id
      join customers c on c.id = coalesce(l.customer_id, s.customer_id) left join ledger_entries e on e.id = i.entry_id
    where i.run_id = :run order by i.created_at desc, i.id desc`,
  'collections.getCollections': `
    select ${ms('x.created_at')}, x.reference, a.name, x.total, x.counted, x.day, x.lines, x.collected_lines,
      (select sum(h.repayment) from collection_lines l join loan_history h on h.entry_id = l.entry_id
        where l.collection_id = x.id), x.expected,
      (select reference from remittances where id = x.remittance_id), d.name,
      (select sum(p.amount) from collection_lines l join ledger_entries r on r.reverses_id = l.entry_id
         join ledger_postings p on p.entry_id = r.id and p.amount > 0 where l.collection_id = x.id),
      (select sum(p.amount) from agent_payouts o join ledger_postings p on p.entry_id = o.entry_id and p.amount > 0
         where o.collection_id = x.id)
    from collections x join agents a on a.id = x.agent_id join admins d on d.id = x.admin_id
    order by x.created_at desc, x.id desc`,
  'cash.getCashDifferences': `
    select ${ms('d.created_at')}, d.reference, coalesce(a.name, l.name), t.reference, case when d.amount > 0 then 'missing' else 'surplus' end,
      abs(d.amount), case d.state when 0 then 'Awaiting first approval' when 1 then 'Awaiting second approval'
        when 2 then 'Approved' else 'Rejected' end,
      d.reason, asked.name, first.name, d.first_comment, second.name, d.second_comment, e.reference, ${reversedBy('e.id')}
    from cash_differences d left join agents a on a.id = d.agent_id left join till_sessions t on t.id = d.till_session_id
      left join tills l on l.id = t.till_id join admins asked on asked.id = d.requested_by
      left join admins first on first.id = d.first_decided_by left join admins second on second.id = d.second_decided_by
      left join ledger_entries e on e.id = d.entry_id order by d.created_at desc, d.id desc`,
  'expenses.getExpenses': `
    select ${ms('x.created_at')}, x.reference, k.name, x.amount, case x.state when 0 then 'Awaiting first approval'
        when 1 then 'Awaiting second approval' when 2 then 'Approved' else 'Rejected' end,
      x.reason, case x.paid_from when 'cash' then 'Counter' when 'vault' then 'Vault' when 'bank' then 'Bank' end, case when x.slip_file is null then 'No' else 'Yes' end, asked.name, first.name, x.first_comment,
      second.name, x.second_comment, e.reference, ${reversedBy('e.id')}
    from expenses x join expense_categories k on k.id = x.category_id join admins asked on asked.id = x.requested_by
      left join admins first on first.id = x.first_decided_by left join admins second on second.id = x.second_decided_by
      left join ledger_entries e on e.id = x.entry_id order by x.created_at desc, x.id desc`,
  'tills.getTillSessions': `
    select ${ms('s.created_at')}, t.name, d.name, s.expected, s.counted, s.counted - s.expected,
      receiver.name, s.float, ${ms('s.closed_at')}, ${ms('s.received_at')}, s.reference, s.day::text, closer.name, s.note
    from till_sessions s join tills t on t.id = s.till_id join admins d on d.id = s.admin_id
      left join admins closer on closer.id = s.closed_by left join admins receiver on receiver.id = s.received_by
    order by s.created_at desc, s.id desc`,
  'tills.getPlaceMovements': `
    select ${ms('e.made_at')}, e.reference, e.kind, ${ofCustomer(customer)}, -p.amount, -p.balance_after, d.name, ${reversalOf('e.id')}
    from ledger_postings p join ledger_entries e on e.id = p.entry_id join ledger_accounts x on x.id = p.account_id
      left join admins d on d.id = e.admin_id
    where x.name = 'CASH' order by e.made_at desc, p.id desc`,
  'tills.getBankMovements': `
    select ${ms('b.created_at')}, b.reference, b.direction, b.amount, b.slip_number, d.name, b.note, case when b.slip_file is null then 'No' else 'Yes' end, ${reversedBy('b.entry_id')}
    from bank_movements b join admins d on d.id = b.admin_id order by b.created_at desc, b.id desc`,
  'agentPay.getAgentStatements': `
    select ${ms('s.created_at')}, s.reference, a.name, s.month::text, s.total,
      ${paidOf('s.id')},
      case s.state when 0 then 'Awaiting first approval' when 1 then 'Awaiting second approval' when 3 then 'Rejected'
        else case when ${paidOf('s.id')} = s.total then 'Paid'
          else 'Approved' end end,
      s.commissions, s.commission_basis_points, s.commission_pay, s.savings, s.savings_basis_points, s.savings_pay,
      s.repayments, s.repayment_basis_points, s.repayment_pay,
      made.name, first.name, s.first_comment, second.name, s.second_comment
    from agent_statements s join agents a on a.id = s.agent_id join admins made on made.id = s.requested_by
      left join admins first on first.id = s.first_decided_by left join admins second on second.id = s.second_decided_by
    order by s.created_at desc, s.id desc`,
  'agentPay.getAgentStatementRows': `
    select ${customer}, r.commissions, r.savings, r.repayments, ${ms('r.created_at')}
    from agent_statement_rows r join customers c on c.id = r.customer_id
    where r.statement_id = :statement order by r.created_at desc, r.id desc`,
  'loanChanges.getLoanChanges': `
    select ${ms('h.created_at')}, h.reference, h.kind, l.reference, ${customer}, h.amount,
      case h.state when 0 then 'Awaiting first approval' when 1 then 'Awaiting second approval'
        when 2 then 'Approved' else 'Rejected' end,
      h.reason, asked.name, h.instalment_times, h.instalment_period, h.first_due::text, h.security, first.name,
      h.first_comment,
      second.name, h.second_comment, e.reference
    from loan_changes h join loans l on l.id = h.loan_id join customers c on c.id = h.customer_id
      join admins asked on asked.id = h.requested_by
      left join admins first on first.id = h.first_decided_by left join admins second on second.id = h.second_decided_by
      left join ledger_entries e on e.id = h.entry_id order by h.created_at desc, h.id desc`,
  'collections.getSheetRequests': `
    select ${ms('q.created_at')}, q.reference, a.name, q.total, q.status, q.day::text, q.lines, q.reason, asked.name, s.reference,
      decided.name, ${ms('q.decided_at')}, q.comment
    from sheet_requests q join agents a on a.id = q.agent_id join admins asked on asked.id = q.requested_by
      left join admins decided on decided.id = q.decided_by left join collections s on s.id = q.collection_id
    order by q.created_at desc, q.id desc`,
  'collections.getLateBatches': `
    select ${ms('q.created_at')}, q.reference, a.name, q.total, q.status, q.day::text, q.lines, q.reason, asked.name, decided.name,
      ${ms('q.decided_at')}, q.comment
    from late_batches q join agents a on a.id = q.agent_id left join admins asked on asked.id = q.requested_by
      left join admins decided on decided.id = q.decided_by
    order by q.created_at desc, q.id desc`,
  'payouts.getPayouts': `
    select ${ms('b.created_at')}, b.reference, b.total, b.wallets, b.status, b.paid, b.pay_on::text, asked.name, decided.name,
      ${ms('b.decided_at')}, b.comment
    from payout_batches b join admins asked on asked.id = b.requested_by left join admins decided on decided.id = b.decided_by
    order by b.created_at desc, b.id desc`,
  'reversals.getReversals': `
    select ${ms('v.created_at')}, v.reference, v.amount, v.status, ${customer}, e.reference, e.kind, v.reason, asked.name,
      r.reference, ${ms('e.made_at')}, a.name, maker.name, decided.name, ${ms('v.decided_at')}, v.comment
    from reversals v join ledger_entries e on e.id = v.original_id left join customers c on c.id = v.customer_id
      join admins asked on asked.id = v.requested_by left join ledger_entries r on r.reverses_id = e.id
      left join agents a on a.id = e.agent_id left join admins maker on maker.id = e.admin_id
      left join admins decided on decided.id = v.decided_by order by v.created_at desc, v.id desc`,
  'withdrawals.getWithDrawList': `
    select ${customer}, w.amount, w.status, w.description, asked.name, ${ms('w.created_at')}, w.reference, early.name, decided.name,
      w.rejection_reason, o.state, o.pay_on::text, case when w.status <> 'approved' or o.state = 'cancelled' or o.id is null and ${reversedBy('w.entry_id')} is not null then null
        when o.id is null or o.state = 'paid' and o.agent_id is null then 'Counter'
        when o.state = 'paid' then payer.name else a.name end,
      e.reference, ${reversedBy('e.id')}
    from withdrawals w left join agent_payouts o on o.withdrawal_id = w.id
      left join ledger_entries e on e.id = case when o.id is null then w.entry_id else o.entry_id end left join agents payer on payer.id = o.agent_id
      join customers c on c.id = w.customer_id join agents a on a.id = c.assigned_agent_id join admins asked on asked.id = w.requested_by
      left join admins early on early.id = w.first_approved_by left join admins decided on decided.id = w.decided_by order by w.created_at desc, w.id desc`,
  'transactions.businessHistory': postings(
    `${creditOrDebit}, e.kind, ${byWhom}, ${ofCustomer(customer)}, ${ofAgent('name')}, ${reversalOf('e.id')}`,
    'x.business_id = 1',
  ),
  'transactions.transactionFlowHistory': postings(
    `${creditOrDebit}, x.code, case when x.kind = 'loan' then 'receivable' else 'payable' end, e.kind,
      ${ofCustomer(customer)}, ${ofAgent('name')}, ${reversalOf('e.id')}`,
    "x.kind in ('customer', 'savings', 'loan')",
  ),
  'transactions.userTransactionHistory': postings(
    `e.kind, ${ofCustomer(customer)}, ${ofCustomer('phone_number')}, ${ofAgent('name')}, ${ofAgent('phone_number')},
      x.code, ${creditOrDebit}, ${reversalOf('e.id')}`,
    'x.customer_id = :customer',
  ),
}
