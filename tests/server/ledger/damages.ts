/** What is broken, the statements that break it behind the triggers' backs, and the fault that names the place. */
export type Damage = [what: string, statements: string | string[], place: RegExp, fault: string]

const businessWallet = "wallet_code = 'MBW'"

/** The least id of the rows of a table with this condition that may be broken. */
type Least = (table: string, where: string, id?: string) => string

/** `only`: which rows of a table may be broken, as a condition; all, if it is not there. */
export const damagesTo = (only: Record<string, string> = {}): Damage[] =>
  damagesWith(
    (table, where, id = 'id') =>
      `(select min(${id}) from ${table} where (${where}) and (${only[table] ?? 'true'}))`,
  )

const lastOfLoan = `not exists (select from loan_repayment_schedule n where n.loan_id = loan_repayment_schedule.loan_id
  and n.number > loan_repayment_schedule.number)`

const onTimePenalty = `kind = 'penalty' and exists (select from loan_repayment_schedule s where s.id = instalment_id
  and s.status = 'pending') and exists (select from loans l where l.id = loan_id and l.rescheduled_date is null
    and l.taken_over_on is null and l.loan_status = 'active')
  and not exists (select from loan_history r where r.loan_id = loan_history.loan_id and r.reverses_id is not null)`

const standingFee = `reverses_id is null and not exists (select from fee_payments r where r.reverses_id = fee_payments.id)`

/** A posting of a till that who has it makes at the counter. */
const ofCounter = `wallet_code = 'TILL' and source in ('Savings deposit', 'Customer credit', 'Loan repayment', 'Fee')`

/** A line of a device for what a line of a sheet posted. */
const lineOfDevice = (line: string) => [
  `insert into field_batches (reference, agent_id, device_id, day, lines, hash, created_at)
  select 'FB-1', c.agent_id, 1, c.day, 1, '', c.created_at
  from collections c join collection_lines n on n.collection_id = c.id where n.id = ${line}`,
  `insert into field_lines
    (batch_id, agent_id, line_key, place, savings_id, customer_id, amount, recorded_at, content_hash, state, entry_id)
  select (select max(id) from field_batches), c.agent_id, 'a', 1, n.savings_id, n.customer_id, n.amount + 1, c.created_at, '',
    'booked', n.entry_id
  from collections c join collection_lines n on n.collection_id = c.id where n.id = ${line}`,
]

/** An approved reopening that reversed nothing. */
const reopened = (penalties: number) => `insert into reopenings
    (reference, from_day, reason, status, requested_by, decided_by, decided_at, penalties)
  select 'RO-1', '2020-01-01', 'The clock was ahead', 'approved', min(id), min(id), now(), ${penalties} from admins`

function damagesWith(least: Least): Damage[] {
  const first = (table: string, where: string) => `id = ${least(table, where)}`
  return [
    [
      'an amount',
      `update ledger_postings set amount = amount + 1 where ${first('ledger_postings', businessWallet)}`,
      /^entry \S+$/,
      'has no two postings that sum to zero',
    ],
    [
      'a posting left out',
      `delete from ledger_postings where ${first('ledger_postings', businessWallet)}`,
      /^entry \S+$/,
      'has no two postings that sum to zero',
    ],
    [
      'a sum of the books',
      `update kept_sums set amount = amount + 1 where ${first('kept_sums', `"of" = 'books cash'`)}`,
      /^kept sum books cash \S+$/,
      'differs from the rows that it sums up',
    ],
    [
      'a sum of one side of the books',
      `update kept_sums set amount = amount + 1 where ${first('kept_sums', `"of" = 'books cash'`)}`,
      /^\d{4}-\d\d-\d\d$/,
      'has a debit in the books that is not equal to the credit',
    ],
    [
      'the line of a posting',
      `update ledger_postings set line = 'penalties' where ${first('ledger_postings', "wallet_code = 'TW'")}`,
      /^posting \d+ of \S+$/,
      'belongs to another line of the books than its account and its kind say',
    ],
    [
      'the principal of a write-off',
      `update book_parts set amount = amount * 2 where entry_id = ${least('ledger_entries', "kind = 'Loan write-off'")}`,
      /^entry LW-\S+$/,
      'has other parts in the books than its loan makes',
    ],
    [
      'the penalties of a repayment',
      `update ledger_postings set amount = amount + case when line is null then 1 else -1 end where wallet_code = 'PW' and entry_id =
        ${least('ledger_postings', "source = 'Loan repayment' and line = 'penalties' and exists (select from ledger_postings i where i.entry_id = ledger_postings.entry_id and i.wallet_code = 'PW' and i.line is null)", 'entry_id')}`,
      /^entry LR-\S+$/,
      'has penalties in the books that its loan was not paid',
    ],
    [
      'the time of an entry',
      `update ledger_entries set made_at = made_at - interval '1 day' where ${first('ledger_entries', 'true')}`,
      /^posting \d+ of \S+$/,
      'differs from its entry or its account',
    ],
    [
      'a day of collection',
      `update savings_history set collected_on = timezone('Africa/Lagos', created_at)::date - 1 where ${first('savings_history', "status = 'approved'")}`,
      /^savings history \S+$/,
      'counts on another day than its entry',
    ],
    [
      'the day of collection of a line of a sheet',
      `update ledger_entries set collected_on = '2020-01-01' where id = ${least('collection_lines', 'entry_id is not null', 'entry_id')}`,
      /^collection \S+$/,
      'counts on another day than its sheet',
    ],
    [
      'the figures of a closed day',
      `insert into day_figures (day, expected, savings, loans, reversed, handed_in, held)
        select day, 0, 1, 0, 0, 0, 0 from runs where kind = 'penalties' and id = ${least('runs', "kind = 'penalties'")}`,
      /^figures of \S+$/,
      'are not what was recorded of the day until then',
    ],
    [
      'a penalty of which too much was taken back',
      [
        `insert into loan_history (loan_id, instalment_id, reference, kind, amount, repayment, penalty, penalty_back, amount_before,
            amount_after, due_date, status, entry_id)
          select loan_id, instalment_id, reference, 'correction', amount, 0, 0, 1, 1, 0, due_date, 'pending',
            (select max(id) from ledger_entries where kind = 'Savings deposit')
          from loan_history where id = ${least('loan_history', onTimePenalty)}`,
        `update loan_repayment_schedule set penalty = penalty + 1
          where id in (select instalment_id from loan_history where kind = 'correction')`,
      ],
      /^installment \d+ of loan \S+$/,
      'is another penalty than its days of collection make',
    ],
    [
      'the customer of an entry',
      `update ledger_entries set customer_id = customer_id + 1 where ${first('ledger_entries', 'customer_id is not null')}`,
      /^posting \d+ of \S+$/,
      'differs from its entry or its account',
    ],
    [
      'a balance in the chain',
      `update ledger_postings set balance_after = balance_after + 1 where ${first('ledger_postings', businessWallet)}`,
      /^posting \d+ of account MBW \(\S+\)$/,
      'does not follow the posting before it',
    ],
    [
      'a whole entry left out',
      [
        `delete from ledger_postings where entry_id = ${least('ledger_postings', businessWallet, 'entry_id')}`,
        'delete from ledger_entries e where not exists (select from ledger_postings p where p.entry_id = e.id)',
      ],
      /^posting \d+ of account \S+ \(\S+\)$/,
      'does not follow the posting before it',
    ],
    [
      'a penalty that no run posted',
      `update loan_repayment_schedule set penalty = penalty + 1 where ${first('loan_repayment_schedule', "status = 'pending'")}`,
      /^loan \S+$/,
      'has other penalties than its history and its reschedulings make',
    ],
    [
      'what was written off',
      `update loans set written_off = written_off + 1 where ${first('loans', 'written_off > 0')}`,
      /^loan \S+$/,
      'is not written off, or reversed, as its entries are',
    ],
    [
      'the amount of a write-off',
      `update loan_changes set amount = amount + 1 where ${first('loan_changes', 'entry_id is not null')}`,
      /^write-off \S+$/,
      'differs from the change that was approved',
    ],
    [
      'the amount of a rescheduling',
      `update loan_changes set amount = amount + 1 where ${first('loan_changes', "kind = 'reschedule' and state = 2")}`,
      /^loan \S+$/,
      'is not scheduled as its application and its approved changes say',
    ],
    [
      'the last entry left out',
      [
        'delete from ledger_postings where entry_id = (select max(id) from ledger_entries)',
        'delete from ledger_entries where id = (select max(id) from ledger_entries)',
      ],
      /^account .+$/,
      'has another balance than its postings make',
    ],
    [
      'a balance',
      `update ledger_accounts set balance = balance + 1 where name = 'TW'`,
      /^account TW$/,
      'has another balance than its postings make',
    ],
    [
      'what an account had when it was verified',
      `update verified_accounts set balance = balance + 1 where account_id = ${least('verified_accounts', 'true', 'account_id')}`,
      /^account .+$/,
      'has not the balance with which it was last verified',
    ],
    [
      'a wallet below zero',
      [
        'alter table ledger_accounts drop constraint business_wallet_covered',
        `update ledger_accounts set balance = -1 where name = 'TW'`,
      ],
      /^account TW$/,
      'is below what it may be',
    ],
    [
      'a hold',
      `update ledger_accounts set held = held + 1 where ${first('ledger_accounts', "kind = 'customer'")}`,
      /^account customer \d+$/,
      'holds something else than its pending withdrawals',
    ],
    [
      'a withdrawal that was decided without its payment',
      `update withdrawals set amount = amount + 1 where ${first('withdrawals', "status = 'pending'")}`,
      /^account customer \d+$/,
      'holds something else than its pending withdrawals',
    ],
    [
      'a security of a loan that names no wallet',
      `insert into holds (loan_id, savings_id, amount)
      select ${least('loans', "loan_status = 'active'")}, ${least('savings', 'true')}, 100`,
      /^hold \d+$/,
      'is held for a loan that is not open, or that another wallet secures',
    ],
    [
      'the interest of an installment',
      `update loan_repayment_schedule set interest = interest - 100 where ${first(
        'loan_repayment_schedule',
        `interest > 100 and status = 'paid' and not exists (select from loan_history h
          where h.loan_id = loan_repayment_schedule.loan_id and h.reverses_id is not null)`,
      )}`,
      /^loan LN-\S+$/,
      'has other interest paid than its installments have in what is paid of them',
    ],
    [
      'a penalty by days',
      `update loans set penalty_kind = 'daily', penalty_amount = 100, penalty_ceiling = 100
      where id = ${least('loan_history', "kind = 'penalty' and reverses_id is null", 'loan_id')}`,
      /^loan history LP-\S+$/,
      'is another penalty than its day late costs',
    ],
    [
      'a second penalty of a day',
      `insert into loan_history (loan_id, instalment_id, reference, kind, amount, repayment, penalty, amount_before, amount_after,
        due_date, status, entry_id, penalty_day, round)
      select loan_id, instalment_id, reference, 'penalty', amount, 0, 100, 0, 100, due_date, 'pending', -n, due_date + 5, 50 + n
      from loan_history, generate_series(1, 2) n where ${first('loan_history', "kind = 'repayment' and reverses_id is null").replace('id =', 'loan_history.id =')}`,
      /^installment \d+ of loan LN-\S+$/,
      'is charged twice for a day late',
    ],
    [
      'a main wallet left out',
      `delete from ledger_accounts where ${first('ledger_accounts', "kind = 'customer'")}`,
      /^customer \d+$/,
      'has no main wallet',
    ],
    [
      "an agent's cash account left out",
      `delete from ledger_accounts where ${first('ledger_accounts', 'agent_id is not null')}`,
      /^agent \d+$/,
      'has no cash account',
    ],
    [
      'a withdrawal from the cash of an agent',
      `update ledger_postings set source = 'Withdrawal' where ${first('ledger_postings', "wallet_code = 'AGENT'")}`,
      /^posting \d+ of \S+$/,
      'moves the cash of an agent, which its kind never does',
    ],
    [
      'a remittance left out',
      `delete from remittances where ${first('remittances', 'true')}`,
      /^posting \d+ of RM-\S+$/,
      'moves the cash of an agent without its document',
    ],
    [
      'what was counted',
      `update remittances set counted = counted + 1 where ${first('remittances', 'true')}`,
      /^remittance RM-\S+$/,
      'differs from its posting',
    ],
    [
      'an approved expense',
      `update expenses set amount = amount + 1 where ${first('expenses', 'state = 2')}`,
      /^expense EQ-\S+$/,
      'is not paid as its request was approved',
    ],
    [
      'an approved cash difference',
      `update cash_differences set amount = amount + 1 where ${first('cash_differences', 'state = 2')}`,
      /^cash difference DF-\S+$/,
      'differs from its posting',
    ],
    [
      'what a customer brought an agent',
      `update agent_statement_rows set savings = savings + 1 where ${first('agent_statement_rows', 'true')}`,
      /^statement AS-\S+$/,
      'has other rows than what its agent brought in its month',
    ],
    [
      'the rate of a statement',
      `update agent_statements set commission_basis_points = commission_basis_points + 1 where ${first('agent_statements', 'true')}`,
      /^statement AS-\S+$/,
      'pays something else than the terms of its month of its rows',
    ],
    [
      'a statement that is paid twice',
      `insert into agent_payments (reference, statement_id, way, amount, admin_id, entry_id)
        select 'AP-1', statement_id, way, (select total from agent_statements s where s.id = statement_id), admin_id,
          (select min(id) from ledger_entries) from agent_payments where ${first('agent_payments', 'true')}`,
      /^statement AS-\S+$/,
      'is paid before its approval, or with more than its total',
    ],
    [
      'what an agent was paid',
      `update agent_payments set amount = amount - 1 where ${first('agent_payments', 'amount > 1')}`,
      /^payment AP-\S+$/,
      'differs from its postings',
    ],
    [
      'a payment of an agent left out',
      `delete from agent_payments where ${first('agent_payments', 'true')}`,
      /^entry AP-\S+$/,
      'is no payment of a statement',
    ],
    [
      'what a reversal reverses',
      `update ledger_entries set reverses_id = (select min(id) from ledger_entries)
      where ${first('ledger_entries', "kind = 'Reversal'")}`,
      /^reversal RV-\S+$/,
      'does not mirror one entry that is not a reversal',
    ],
    [
      'a second reversal',
      [
        'drop index ledger_entries_reversed',
        `update ledger_entries set reverses_id = (select min(reverses_id) from ledger_entries)
        where ${first('ledger_entries', "kind = 'Reversal' and reverses_id > (select min(reverses_id) from ledger_entries)")}`,
      ],
      /^entry \S+$/,
      'is reversed twice',
    ],
    [
      'the amount of an approved reversal',
      `update reversals set amount = amount + 1 where ${first('reversals', "status = 'approved'")}`,
      /^reversal RV-\S+$/,
      'was not approved as it stands',
    ],
    [
      'the entry of an approved reversal',
      `update reversals set original_id = original_id - 1 where ${first('reversals', "status = 'approved'")}`,
      /^request RR-\S+$/,
      'has no entry that reverses',
    ],
    [
      'a run that was reopened and not reversed',
      [
        reopened(0),
        `update runs set reopening_id = (select max(id) from reopenings) where ${first('runs', "posted > 0 and kind <> 'penalties'")}`,
      ],
      /^entry S[IC]-\S+$/,
      'is not reversed as its run is',
    ],
    [
      'what a reopening reversed',
      reopened(1),
      /^reopening RO-1$/,
      'reversed something else than its runs had posted',
    ],
    [
      'a reversal left out of the history of savings',
      `delete from savings_history where ${first('savings_history', 'reverses_id is not null')}`,
      /^savings history SD-\S+$/,
      'is not reversed as its entry is',
    ],
    [
      'the history of a savings wallet',
      `update savings_history set amount_before = amount_before + 1, amount_after = amount_after + 1
      where ${first('savings_history', "status = 'approved'")}`,
      /^savings history \S+$/,
      'differs from its posting',
    ],
    [
      'the history of a loan',
      `update loan_history set amount_before = amount_before + 1, amount_after = amount_after + 1
      where ${first('loan_history', 'true')}`,
      /^loan history of \S+$/,
      'does not make what its postings make',
    ],
    [
      'the entry of a row in the history of a loan',
      `update loan_history set entry_id = (select min(id) from ledger_entries) where ${first('loan_history', 'true')}`,
      /^loan history \S+$/,
      'has no posting of its loan',
    ],
    [
      'a reversal left out of the history of a loan',
      `delete from loan_history where ${first('loan_history', 'reverses_id is not null')}`,
      /^loan history LR-\S+$/,
      'is not reversed as its entry is',
    ],
    [
      'what was paid of an installment',
      `update loan_repayment_schedule set paid = paid + 1 where ${first('loan_repayment_schedule', "status = 'pending'")}`,
      /^installment \d+ of loan LN-\S+$/,
      'differs from the movements of its history',
    ],
    [
      'a penalty',
      `update loan_repayment_schedule set penalty = penalty + 1
      where ${first('loan_repayment_schedule', "status = 'pending'")}`,
      /^loan LN-\S+$/,
      'has other penalties than its history and its reschedulings make',
    ],
    [
      'a loan that counts as written off',
      [
        `do $$ declare one text; begin for one in select conname from pg_constraint
        where conrelid = 'loans'::regclass and contype = 'c' loop execute format('alter table loans drop constraint %I', one);
        end loop; end $$`,
        `update loans set written_off = 1 where ${first('loans', "loan_status = 'active'")}`,
      ],
      /^loan LN-\S+$/,
      'is not written off, or reversed, as its entries are',
    ],
    [
      'a recovery that nobody recorded',
      `update loans set recovered = recovered + 1 where ${first('loans', "loan_status = 'active'")}`,
      /^loan LN-\S+$/,
      'has another amount recovered than its recoveries make, or more than was written off',
    ],
    [
      'a recovery without its entry',
      `insert into loan_recoveries (loan_id, reference, amount, entry_id)
        select ${least('loans', "loan_status = 'active'")}, reference, 1, id from ledger_entries where ${first('ledger_entries', "kind = 'Loan penalty'")}`,
      /^recovery \S+$/,
      'is not recovered, or taken back, as its entry says',
    ],
    [
      'what a fee costs',
      `update loan_fees set amount = amount + 1 where ${first('loan_fees', 'true')}`,
      /^fee \d+ of loan LN-\S+$/,
      'costs something else than its fee makes of the loan',
    ],
    [
      'a fee that was kept back',
      `delete from fee_payments where ${first('fee_payments', "paid_from = 'loan'")}`,
      /^loan LN-\S+$/,
      'was paid out without its fees',
    ],
    [
      'what was paid of a fee',
      `update fee_payments set amount = amount + 1 where ${first('fee_payments', "paid_from = 'cash' and amount > 0")}`,
      /^fees of \S+$/,
      'is not paid, or taken back, as its entry says',
    ],
    [
      'a fee that nobody took back',
      `insert into fee_payments (fee_id, customer_id, loan_id, savings_id, amount, paid_from, reference, admin_id, entry_id, round, reverses_id)
        select fee_id, customer_id, loan_id, savings_id, -amount, paid_from, reference, admin_id, entry_id, round, id
        from fee_payments where ${first('fee_payments', standingFee)}`,
      /^fee payment \S+$/,
      'is not taken back as its reversal is',
    ],
    [
      'who paid a fee',
      `update fee_payments set customer_id = (select min(id) from customers where id <> customer_id)
        where ${first('fee_payments', 'loan_id is not null or savings_id is not null')}`,
      /^fee payment \S+$/,
      'was paid by another customer, or at another price',
    ],
    [
      'a fee that was paid again',
      `insert into fee_payments (fee_id, customer_id, loan_id, savings_id, amount, paid_from, reference, admin_id, entry_id, round)
        select fee_id, customer_id, loan_id, savings_id, amount, paid_from, reference, admin_id, entry_id, round + 1
        from fee_payments where ${first('fee_payments', standingFee)}`,
      /^fee payment \S+$/,
      'was paid twice',
    ],
    [
      'a write-off that nobody approved',
      `update ledger_entries set kind = 'Loan write-off' where ${first('ledger_entries', "kind = 'Loan penalty'")}`,
      /^write-off \S+$/,
      'differs from the change that was approved',
    ],
    [
      'an installment that nobody added',
      `update loan_repayment_schedule set number = number + 1
        where ${first('loan_repayment_schedule', lastOfLoan)}`,
      /^loan LN-\S+$/,
      'is not scheduled as its application and its approved changes say',
    ],
    [
      'an installment that counts as paid',
      [
        'alter table loan_repayment_schedule drop constraint loan_repayment_schedule_status',
        `update loan_repayment_schedule set status = 'paid', paid_at = now()
        where ${first('loan_repayment_schedule', "status = 'pending'")}`,
      ],
      /^loan LN-\S+$/,
      'owes something else than its schedule leaves open',
    ],
    [
      'a loan that counts as paid',
      `update loans set loan_status = 'paid', next_due = null, interest_paid = interest_amount
      where ${first('loans', "loan_status = 'active'")}`,
      /^loan LN-\S+$/,
      'owes something else than its schedule leaves open',
    ],
    [
      'when a loan is late',
      `update loans set next_due = next_due + 1 where ${first('loans', "loan_status = 'active'")}`,
      /^loan LN-\S+$/,
      'owes something else than its schedule leaves open',
    ],
    [
      'the interest that was paid',
      `update loans set interest_paid = interest_paid + 1
      where ${first('loans', "loan_status = 'active' and interest_paid < interest_amount")}`,
      /^loan LN-\S+$/,
      'has another interest paid than its postings make',
    ],
    [
      'the total of a portfolio',
      `insert into balance_sums ("of", amount) values ('loan', 1)`,
      /^portfolio total of loan$/,
      'differs from the balances that it sums up',
    ],
    [
      'what was collected on a day',
      `insert into sum_changes ("of", day, amount) values ('repaid', '2026-11-17', 1)`,
      /^kept sum repaid 2026-11-17$/,
      'differs from the rows that it sums up',
    ],
    [
      'what an agent collected in a week',
      `update kept_sums set amount = amount + 1 where ${first('kept_sums', '"of" = \'collected\'')}`,
      /^kept sum collected \S+ of agent \d+$/,
      'differs from the rows that it sums up',
    ],
    [
      'what is owed on loans that are due on a day',
      `insert into sum_changes ("of", day, amount) values ('owed', '2026-11-17', 1)`,
      /^kept sum owed 2026-11-17$/,
      'differs from the rows that it sums up',
    ],
    [
      'when deposits are due',
      `update savings set deposit_type = 'monthly', market_id = null where ${first('savings', "status = 'active' and deposit_type <> 'monthly'")}`,
      /^kept sum deposits \w+( \d+)?$/,
      'differs from the rows that it sums up',
    ],
    [
      'what is due of an installment',
      `update loan_repayment_schedule set moved = moved + 1 where ${first('loan_repayment_schedule', "status = 'pending' and paid = 0")}`,
      /^kept sum due \S+$/,
      'differs from the rows that it sums up',
    ],
    [
      'what a run posted',
      `update run_items set amount = amount + 1 where ${first('run_items', 'entry_id is not null')}`,
      /^row \d+ of run \w+ \S+$/,
      'differs from what its run posted',
    ],
    [
      'the total of a run',
      `update runs set posted = posted + 1 where ${first('runs', 'posted > 0')}`,
      /^run \w+ \S+$/,
      'has other totals than its rows',
    ],
    [
      'the interest on a wallet',
      `update savings set interest_basis_points = interest_basis_points + 100 where id = ${least('run_items', "run_id in (select id from runs where kind = 'interest')", 'savings_id')}`,
      /^saving SV-\S+ in \d{4}-\d\d$/,
      'got other interest than a twelfth of its rate of the lowest balance of the month',
    ],
    [
      'the charge of a wallet',
      `update savings set charge = charge + 1 where id = ${least('run_items', "run_id in (select id from runs where kind = 'charges')", 'savings_id')}`,
      /^saving SV-\S+ in \d{4}-\d\d$/,
      'was charged something else than its charge and what was open before',
    ],
    [
      'what a wallet owes of its charge',
      `update savings set charge_owed = charge_owed + 1 where ${first('savings', 'true')}`,
      /^saving SV-\S+$/,
      'owes other charges than its last run left open',
    ],
    [
      'what was paid in a cycle',
      `update savings_cycles set paid = paid + 1 where ${first('savings_cycles', 'true')}`,
      /^cycle \d+ of saving SV-\S+$/,
      'has other amounts than its deposits, its commissions and its terms make',
    ],
    [
      'what was taken of a cycle',
      `update savings_cycles set taken = taken - 1 where ${first('savings_cycles', 'taken > 0')}`,
      /^cycle \d+ of saving SV-\S+$/,
      'has other amounts than its deposits, its commissions and its terms make',
    ],
    [
      'what was waived of a cycle',
      `update savings_cycles set waived = waived + 1 where ${first('savings_cycles', 'true')}`,
      /^cycle \d+ of saving SV-\S+$/,
      'has other amounts than its deposits, its commissions and its terms make',
    ],
    [
      'the days of a cycle',
      `update savings_cycles set through_day = through_day + 1 where ${first('savings_cycles', 'true')}`,
      /^cycle \d+ of saving SV-\S+$/,
      'has other days than its terms make',
    ],
    [
      'the contribution of a cycle',
      `update savings_cycles set fixed_amount = fixed_amount + 1 where ${first('savings_cycles', 'true')}`,
      /^cycle \d+ of saving SV-\S+$/,
      'has another contribution than its wallet on its first day',
    ],
    [
      'a plan that changed',
      `update savings set fixed_amount = fixed_amount + 1
        where id = ${least('plan_changes', "savings_id in (select id from savings where status = 'active')", 'savings_id')}`,
      /^saving SV-\S+$/,
      'has another plan than its changes make',
    ],
    [
      'the cycle of a deposit',
      `update savings_history set cycle_id = null where ${first('savings_history', "kind = 'deposit' and cycle_id is not null")}`,
      /^savings history \S+$/,
      'does not count in the cycle of its day',
    ],
    [
      'the rate of a loan',
      `update loans set interest_basis_points = interest_basis_points + 100 where ${first('loans', 'true')}`,
      /^loan LN-\S+$/,
      'costs something else than its terms make',
    ],
    [
      'a due date',
      `update loan_repayment_schedule set due_date = due_date + 1
      where ${first('loan_repayment_schedule', "number = 1 and status = 'paid'")}`,
      /^loan LN-\S+$/,
      'has another schedule than its terms make',
    ],
    [
      'a holiday that moved nothing',
      `insert into holidays (day, name, admin_id, created_at)
        select due_date, 'Holiday', (select min(id) from admins), due_date - interval '9 days' from loan_repayment_schedule
        where ${first('loan_repayment_schedule', "status = 'pending'")}`,
      /^installment \d+ of loan LN-\S+$/,
      'is due on a day without collection',
    ],
    [
      'the amounts of installments',
      `update loan_repayment_schedule set amount = amount + case number when 1 then 1 else -1 end
      where number <= 2 and loan_id = ${least('loan_repayment_schedule', "number = 1 and status = 'pending'", 'loan_id')}`,
      /^loan LN-\S+$/,
      'has another schedule than its terms make',
    ],
    [
      'an installment left out',
      `delete from loan_repayment_schedule where ${first('loan_repayment_schedule', lastOfLoan)}`,
      /^loan LN-\S+$/,
      'has another schedule than its terms make',
    ],
    [
      'the wallet of a repayment',
      `update ledger_postings set account_id = (select id from ledger_accounts where name = 'TW'), wallet_code = 'TW',
        seq = seq + 1000000000
      where ${first('ledger_postings', `source = 'Loan repayment' and ${businessWallet}`)}`,
      /^entry LR-\S+$/,
      'moves other amounts or accounts than its kind',
    ],
    [
      'the interest in a repayment',
      `update ledger_postings set amount = amount + case wallet_code when 'PW' then 1 else -1 end
      where wallet_code in ('MBW', 'PW') and entry_id = ${least('ledger_postings', "source = 'Loan repayment' and wallet_code = 'PW'", 'entry_id')}`,
      /^repayment LR-\S+$/,
      'has another interest than its share of what is repaid',
    ],
    [
      'the penalty rate of a loan',
      // What a rescheduling moved is left out: what was open then is no longer known.
      `update loans set penalty_basis_points = penalty_basis_points + 100
      where id = ${least('loan_history', "kind = 'penalty' and reverses_id is null and instalment_id in (select id from loan_repayment_schedule where moved = 0)", 'loan_id')}`,
      /^loan history LP-\S+$/,
      'is another penalty than the rate of what was open',
    ],
    [
      'the days of grace of a loan',
      `update loans set grace_days = grace_days + 100
      where id = ${least('loan_history', "kind = 'penalty'", 'loan_id')}`,
      /^installment \d+ of loan LN-\S+$/,
      'got its penalty before its days of grace had ended',
    ],
    [
      'a repayment that counts as late',
      `update loan_history set status = 'late' where ${first('loan_history', "status = 'paid'")}`,
      /^loan history LR-\S+$/,
      'has another state than its payments make',
    ],
    [
      'when an installment was paid',
      `update loan_repayment_schedule set paid_at = paid_at - interval '1 hour'
      where ${first('loan_repayment_schedule', "status = 'paid'")}`,
      /^installment \d+ of loan LN-\S+$/,
      'was paid at another time than its last movement',
    ],
    [
      'what a line of a sheet collected',
      `update collection_lines set amount = amount + 1 where ${first('collection_lines', 'entry_id is not null')}`,
      /^line \d+ of collection CS-\S+$/,
      'differs from what it posted',
    ],
    [
      'the customer of a line',
      `update collection_lines set customer_id = (select max(id) from customers)
      where ${first('collection_lines', 'entry_id is not null and customer_id < (select max(id) from customers)')}`,
      /^line \d+ of collection CS-\S+$/,
      'differs from what it posted',
    ],
    [
      'a line of a device that posted something else',
      lineOfDevice(least('collection_lines', 'entry_id is not null and savings_id is not null')),
      /^line 1 of batch FB-1$/,
      'differs from what it posted',
    ],
    [
      'who recorded a deposit to an agent',
      [
        ...lineOfDevice(least('collection_lines', 'entry_id is not null and savings_id is not null')),
        `update ledger_entries set admin_id = null
        where id = (select max(id) from ledger_entries where kind = 'Savings deposit' and agent_id is not null)`,
      ],
      /^entry SD-\S+$/,
      'came from an agent’s device without its line',
    ],
    [
      'the agent of a sheet',
      `update collections set agent_id = agent_id + 1 where ${first('collections', 'total > 0 and counted is null')}`,
      /^line \d+ of collection CS-\S+$/,
      'differs from what it posted',
    ],
    [
      'a line as if nothing was collected',
      `update collection_lines set entry_id = null, amount = 0, reason = 'not seen'
      where ${first('collection_lines', 'entry_id is not null')}`,
      /^collection CS-\S+$/,
      'has other sums than its lines and its cash',
    ],
    [
      'what a sheet collected',
      `update collections set total = total + 1 where ${first('collections', 'total > 0')}`,
      /^collection CS-\S+$/,
      'has other sums than its lines and its cash',
    ],
    [
      'what was counted with a sheet',
      `update collections set counted = counted + 1 where ${first('collections', 'counted is not null')}`,
      /^collection CS-\S+$/,
      'has other sums than its lines and its cash',
    ],
    [
      'a line left out',
      `delete from collection_lines where ${first('collection_lines', 'entry_id is not null')}`,
      /^collection CS-\S+$/,
      'has other sums than its lines and its cash',
    ],
    [
      'what is owed on an open loan',
      `update open_loans set owed = owed + 1 where loan_id = ${least('open_loans', 'true', 'loan_id')}`,
      /^open loan LN-\S+$/,
      'is not kept as its loan, its account and its customer have it',
    ],
    [
      'what a customer owes',
      `update customer_debts set owed = owed + 1 where id = ${least('customer_debts', 'owed > 0')}`,
      /^customer \d+$/,
      'has other debts than the open loans make',
    ],
    [
      'since when a customer owes',
      `update customer_debts set next_due = next_due - 1 where id = ${least('customer_debts', 'next_due is not null')}`,
      /^customer \d+$/,
      'has other debts than the open loans make',
    ],
    [
      'a customer without a row of debts',
      `delete from customer_debts where id = ${least('customer_debts', 'owed = 0')}`,
      /^customer \d+$/,
      'has other debts than the open loans make',
    ],
    [
      'since when nothing was saved',
      `update last_deposits set since = since - 1 where id = ${least('last_deposits', 'day is not null')}`,
      /^savings wallet SV-\S+$/,
      'was last paid into on another day',
    ],
    [
      'a wallet without the day of its last deposit',
      `delete from last_deposits where id = ${least('last_deposits', 'true')}`,
      /^savings wallet SV-\S+$/,
      'was last paid into on another day',
    ],
    [
      'the market day of an open loan',
      `update open_loans set market_id = (select min(id) from market_days where id is distinct from open_loans.market_id)
      where loan_id = ${least('open_loans', 'true', 'loan_id')}`,
      /^open loan LN-\S+$/,
      'is not kept as its loan, its account and its customer have it',
    ],
    [
      'what is late on an open loan',
      `update open_loans set late = late + 1 where loan_id = ${least('open_loans', 'true', 'loan_id')}`,
      /^open loan LN-\S+$/,
      'has another late amount than its installments due by then make',
    ],
    [
      'the days on which it is late',
      `update open_loans set late_through = late_through + 1
      where loan_id = ${least('open_loans', "late_through <> 'infinity'", 'loan_id')}`,
      /^open loan LN-\S+$/,
      'has another late amount than its installments due by then make',
    ],
    [
      'what an agent is to pay',
      `delete from agent_payouts where ${first('agent_payouts', "state = 'to pay'")}`,
      /^account TO-PAY$/,
      'is not what agents are to pay',
    ],
    [
      'an approved withdrawal',
      `update withdrawals set amount = amount + 1 where ${first('withdrawals', "status = 'approved'")}`,
      /^entry WD-\S+$/,
      'differs from the withdrawal that it pays',
    ],
    [
      'who pays an approved withdrawal',
      `delete from agent_payouts where ${first('agent_payouts', "state = 'to pay'")}`,
      /^entry WD-\S+$/,
      'differs from the withdrawal that it pays',
    ],
    [
      'a payment by an agent',
      `update agent_payouts set agent_id = (select min(id) from agents g where g.id <> agent_id)
      where ${first('agent_payouts', 'agent_id is not null')}`,
      /^entry WP-\S+$/,
      'does not settle a withdrawal as it says',
    ],
    [
      'the day of a payment by an agent',
      `update agent_payouts set pay_on = pay_on - 1 where ${first('agent_payouts', 'agent_id is not null')}`,
      /^entry WP-\S+$/,
      'does not settle a withdrawal as it says',
    ],
    [
      'a payment that no device said',
      `update agent_payouts set collection_id = null, settled_by = null, device_id = 1
      where ${first('agent_payouts', 'agent_id is not null')}`,
      /^entry WP-\S+$/,
      'does not settle a withdrawal as it says',
    ],
    [
      'a payment called a cancellation',
      `update agent_payouts set state = 'paid', reason = null where ${first('agent_payouts', "state = 'cancelled'")}`,
      /^entry WC-\S+$/,
      'does not settle a withdrawal as it says',
    ],
    [
      'a wallet of a payout',
      `update payout_items set amount = amount + 1 where ${first('payout_items', 'entry_id is not null')}`,
      /^wallet \S+ of payout PB-\S+$/,
      'did not pay out what was approved',
    ],
    [
      'when a wallet can be paid out again',
      `update savings set paid_out_through = paid_out_through + 1 where ${first('savings', 'paid_out_through is not null')}`,
      /^wallet SV-\S+$/,
      'can be paid out from another day on than its payouts say',
    ],
    [
      'how a payout was paid',
      `update payout_batches set paid = 'agent', pay_on = '2026-01-01'
      where ${first('payout_batches', "status = 'approved' and paid = 'counter'")}`,
      /^wallet \S+ of payout PB-\S+$/,
      'did not pay out what was approved',
    ],
    [
      'a wallet left out of a payout',
      `delete from payout_items where ${first('payout_items', 'true')}`,
      /^payout PB-\S+$/,
      'is not what its wallets are',
    ],
    [
      'the kind of a movement of a till',
      `update ledger_postings set source = 'Remittance' where ${first('ledger_postings', "wallet_code = 'TILL'")}`,
      /^posting \d+ of \S+$/,
      'moves a till or the bank, which its kind never does',
    ],
    [
      'who had a till',
      // Of a session through which something was taken: a till that nothing moved has no posting to report.
      `update till_sessions s set admin_id = (select max(id) from admins) from ledger_postings p join tills t on t.account_id = p.account_id
        where p.${first('ledger_postings', ofCounter)} and s.till_id = t.id and s.day = timezone('Africa/Lagos', p.made_at)::date`,
      /^posting \d+ of \S+$/,
      'moves a till that its admin had not opened on that day',
    ],
    [
      'the count of a till',
      `update till_sessions set counted = counted + 1 where ${first('till_sessions', 'counted is not null')}`,
      /^till session TS-\S+$/,
      'differs from its float, its handover, or what its till held',
    ],
    [
      'the float of a till',
      `update till_sessions set float = float + 1 where ${first('till_sessions', 'float > 0')}`,
      /^till session TS-\S+$/,
      'differs from its float, its handover, or what its till held',
    ],
    [
      'a slip of the bank',
      `delete from bank_movements where ${first('bank_movements', 'true')}`,
      /^entry B[DW]-\S+$/,
      'is no float and no handover of a session, or no movement of the bank',
    ],
    [
      'what a closed till lacks',
      `update till_sessions set expected = expected + 1 where ${first('till_sessions', 'expected > counted')}`,
      /^till \S.*$/,
      'is closed and holds something else than its open differences',
    ],
    [
      'a difference of a till',
      `update cash_differences set amount = amount + 1 where ${first('cash_differences', 'till_session_id is not null and state = 2')}`,
      /^cash difference DF-\S+$/,
      'differs from its posting',
    ],
    [
      'the amount of a slip',
      `update bank_movements set amount = amount + 1 where ${first('bank_movements', 'true')}`,
      /^bank movement B[DW]-\S+$/,
      'differs from its posting',
    ],
    [
      'what the bank holds',
      `update ledger_accounts set balance = 1 where name = 'BANK'`,
      /^account BANK$/,
      'holds less than nothing',
    ],
    [
      'an opening balance of no import',
      `update ledger_entries set kind = 'Opening balance' where ${first('ledger_entries', 'true')}`,
      /^entry \S+$/,
      'is not the balance that its import moves in',
    ],
    [
      'an opening balance reversed alone',
      [
        `insert into imports (id, cut_over_day, created_by) values (9, '2026-01-01', 1)`,
        `insert into import_records (id, import_id, noun, key, hash, amount, entry_id)
        select nextval('import_rows_id_seq'), 9, 'savings', 's', 's', 1, ${least('ledger_entries', 'reverses_id is not null', 'reverses_id')}`,
      ],
      /^import 9, entry \S+$/,
      'is not undone as its import is',
    ],
  ]
}
