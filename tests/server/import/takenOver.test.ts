import { readdir, readFile } from 'node:fs/promises'
import { asc, eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { ImportNoun } from '#contract/calls/imports'
import { calls } from '#contract/index'
import { agentPayTerms, agentStatementRows, agentStatements, agentTargets } from '#server/db/tables/agentPay'
import { loans } from '#server/db/tables/loans'
import { savings } from '#server/db/tables/money'
import { migrationsFolder } from '#server/db/migrationsFolder'
import { faultsIn } from '../support/books'
import { manyCalls, openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'
import { importDeskOf } from './importDesk'

const server = await openServer({ limits: manyCalls })
const { database } = server
const money = moneyOf(server)
const { read, moveIn, undo, fileText } = await importDeskOf(server)
const clerk = await server.enter(
  'can-record-collection',
  'can-credit-customer',
  'can-view-agent-pay',
  'can-pay-agent',
  'can-view-remittance',
)
type Files = Partial<Record<ImportNoun, string>>

let people = 0
/** An agent and a customer, others in each import: no row is imported twice. */
function peopleOf(): Files {
  people += 1
  return {
    agents: `Agent,First Name,Last Name,Phone Number,Email\nA-1,Bola,Adeyemi,0803123450${people},bola${people}@alajo.test\n`,
    customers: `Customer,First Name,Last Name,Phone Number,Agent\nC-1,Amina,Bello,0802345670${people},A-1\nC-2,Musa,Sani,0802345680${people},A-1\n`,
  }
}

describe('a loan with security', () => {
  const files = (key: string, loan: string): Files => ({
    ...peopleOf(),
    savingTypes: `Saving Type,Category\nThrift ${key},Daily\n`,
    loanTypes: `Loan Type,Interest,Weekly,Security\nTrader ${key},10,Yes,20\n`,
    savings: `Saving,Customer,Saving Type,Fixed Amount,Frequency,Duration,Opened,Balance
S-1${key},C-1,Thrift ${key},500.00,Daily,100,2026-06-15,30000.00
S-2${key},C-2,Thrift ${key},500.00,Daily,100,2026-06-15,30000.00
`,
    loans: `Loan,Customer,Loan Type,Amount Lent,Disbursed,Period,Interest Open,Secured By,Held\n${loan}`,
    instalments: `Loan,Due Date,Open\nL-1${key},2026-12-04,11000.00\nL-1${key},2026-12-11,11000.00\n`,
  })

  it('is taken over with what it holds, which goes with its last repayment', async () => {
    await moveIn(files('a', 'L-1a,C-1,Trader a,100000.00,2026-09-15,Weekly,2000.00,S-1a,20000.00\n'))
    const [loan] = await database.select().from(loans).orderBy(asc(loans.id)).limit(1)
    const [wallet] = await database
      .select()
      .from(savings)
      .where(eq(savings.id, loan?.securitySavingsId ?? 0))
    if (!loan || !wallet) throw new Error('No loan with security was moved in.')
    expect(await money.accountOf(wallet.reference)).toMatchObject({
      balance: naira(30_000),
      held: naira(20_000),
    })
    expect(await fileText('loans')).toContain(`,${wallet.reference},20000.00`)
    expect(await faultsIn(database)).toEqual([])

    const body = { customer_id: loan.customerId, savings_ref: wallet.reference, amount: naira(10_500) }
    const { savingWalletToMainWallets } = calls.customers
    expect((await server.ask(savingWalletToMainWallets, body, clerk)).message).toContain('₦20,000.00')
    const free = await server.ask(savingWalletToMainWallets, { ...body, amount: naira(10_000) }, clerk)
    expect(free.status, free.text).toBe('200')
    const repaid = { loan_id: loan.id, amount: naira(22_000) }
    const reply = await server.ask(calls.loans.recordRepayment, repaid, clerk)
    expect(reply.status, reply.text).toBe('200')
    expect(await money.accountOf(wallet.reference)).toMatchObject({ balance: naira(20_000), held: 0 })
    expect(await faultsIn(database)).toEqual([])
  })

  const refusal =
    'The loan is secured by an active savings wallet of its customer in this import, which has what all its loans hold.'
  it.each([
    ['of another customer', 'b', 'S-2b,20000.00'],
    ['that has less', 'c', 'S-1c,30000.01'],
    ['without an amount', 'd', 'S-1d,'],
    ['that is not named', 'e', ',20000.00'],
    ['that is in no file', 'f', 'S-9f,20000.00'],
  ])('is refused with a wallet %s', async (_what, key, security) => {
    const { faults } = await read(
      files(key, `L-1${key},C-1,Trader ${key},100000.00,2026-09-15,Weekly,2000.00,${security}\n`),
    )
    expect(faults.map(({ reason }) => reason)).toEqual([refusal])
  })
})

describe('agents’ pay', () => {
  const statementsOf = (...rows: string[]) =>
    `Statement,Agent,Month,Commissions,Savings,Repayments,Of Commissions,Of Savings,Of Repayments,Status,Paid\n${rows.join('\n')}\n`

  it('is taken over: rates, targets, and statements with their rows and what was paid', async () => {
    const importId = await moveIn({
      ...peopleOf(),
      agentPayTerms:
        'Agent,From Month,Of Commissions,Of Savings,Of Repayments\n,2026-09-01,10,0.5%,1\nA-1,2026-10-01,25,1,2\nA-1,2026-12-01,,,\n',
      agentTargets: 'Agent,Month,Savings,Repaid,Customers\nA-1,2026-12-01,500000.00,200000.00,5\n',
      agentStatements: statementsOf(
        'AS-9,A-1,2026-09-01,1000.00,40000.01,-500.00,10,0.5%,1,Approved,95.00',
        'AS-10,A-1,2026-10-31,833.33,15700.50,0.00,25,1,2,Undecided,',
      ),
      agentStatementRows: `Statement,Customer,Commissions,Savings,Repayments
AS-9,C-1,1000.00,30000.01,-500.00
AS-9,C-2,0,10000.00,0
AS-10,C-1,833.33,15700.50,0
`,
    })
    expect(await database.select().from(agentPayTerms).orderBy(asc(agentPayTerms.id))).toMatchObject([
      { agentId: null, fromMonth: '2026-09-01', commissionBasisPoints: 1000, savingsBasisPoints: 50 },
      { agentId: expect.any(Number), fromMonth: '2026-10-01', repaymentBasisPoints: 200 },
      { fromMonth: '2026-12-01', commissionBasisPoints: null },
    ])
    expect(await database.select().from(agentTargets)).toMatchObject([
      { month: '2026-12-01', savings: naira(500_000), repaid: naira(200_000), customers: 5 },
    ])
    const [september, october] = await database
      .select()
      .from(agentStatements)
      .orderBy(asc(agentStatements.id))
    // 10 % of ₦1,000 and 0.5 % of ₦40,000.01, less 1 % of ₦500.
    expect(september).toMatchObject({
      month: '2026-09-01',
      state: 2,
      commissionPay: naira(100),
      savingsPay: naira(200),
      repaymentPay: naira(-5),
      total: naira(295),
      paidBefore: naira(95),
      firstComment: 'Taken over from AS-9',
    })
    expect(october).toMatchObject({
      month: '2026-10-01',
      state: 0,
      total: naira(365.34),
      firstDecidedBy: null,
    })
    expect(await database.$count(agentStatementRows)).toBe(3)
    expect(await faultsIn(database)).toEqual([])
    expect(await fileText('agentStatements')).toMatch(
      /,2026-09-01,1000\.00,40000\.01,-500\.00,10,0\.5%,1,Approved,95\.00/,
    )
    expect(await fileText('agentStatementRows')).toMatch(/AS-\S+,CU-\d+,1000\.00,30000\.01,-500\.00/)

    // What is left is paid once; then the import lasts.
    await money.pay('PW', naira(1000))
    const id = september?.id ?? 0
    const pay = (amount: number) =>
      server.ask(calls.agentPay.payAgent, { statement_id: id, way: 'cash', amount: naira(amount) }, clerk)
    expect((await pay(200.01)).message).toContain('₦200.00 of statement')
    expect((await pay(200)).status).toBe('200')
    expect((await pay(0.01)).message).toContain('is paid already')
    expect(await faultsIn(database)).toEqual([])
    await expect(undo(importId)).rejects.toThrow('an agent was paid by statement as-9 since')
  })

  it('goes with an import that is undone', async () => {
    const before = await database.$count(agentStatements)
    const importId = await moveIn({
      ...peopleOf(),
      agentTargets: 'Agent,Month,Savings,Repaid,Customers\nA-1,2027-01-01,1.00,0,0\n',
      agentStatements: statementsOf('AS-11,A-1,2026-09-01,100.00,0,0,10,0,0,,'),
      agentStatementRows: 'Statement,Customer,Commissions,Savings,Repayments\nAS-11,C-1,100.00,0,0\n',
    })
    expect(await database.$count(agentStatements)).toBe(before + 1)
    await undo(importId)
    expect(await database.$count(agentStatements)).toBe(before)
    expect(await database.$count(agentTargets, eq(agentTargets.month, '2027-01-01'))).toBe(0)
    expect(await faultsIn(database)).toEqual([])
  })

  it('is refused where it says nothing, too much, or what did not end', async () => {
    const { faults } = await read({
      ...peopleOf(),
      agentPayTerms:
        'Agent,From Month,Of Commissions,Of Savings,Of Repayments\nA-1,2026-10-01,10,,1\n,2026-10-01,,,\nA-9,2026-10-01,10,0,0\n',
      agentTargets: 'Agent,Month,Savings,Repaid,Customers\nA-1,2026-12-01,1,1,1\nA-1,2026-12-31,2,2,2\n',
      agentStatements: statementsOf(
        'T-1,A-1,2026-11-01,100.00,0,0,10,0,0,,',
        'T-2,A-1,2026-10-01,0,0,0,10,0,0,,',
        'T-3,A-1,2026-09-01,100.00,0,0,10,0,0,,10.01',
        'T-4,A-1,2026-08-01,100.00,0,0,10,0,0,Undecided,10.00',
        'T-5,A-1,2026-08-31,100.00,0,0,10,0,0,,',
      ),
      agentStatementRows:
        'Statement,Customer,Commissions,Savings,Repayments\nT-3,C-1,0,0,0\nT-8,C-1,1,0,0\nT-3,C-9,1,0,0\n',
    })
    const rates = 'A row has all three rates; without any, its agent has those of all.'
    expect(faults.map(({ reason }) => reason).toSorted()).toEqual(
      [
        rates,
        rates,
        'Agent A-9 is in no file and not there.',
        'The same month is in line 2 of agent-targets.csv.',
        'The same month is in line 5 of agent-statements.csv.',
        'The month has not ended at the cut-over day.',
        'The statement pays nothing.',
        'It is more than the approved statement pays.',
        'It is more than the approved statement pays.',
        'The customer brought nothing.',
        'Statement T-8 is in no file and not there.',
        'Customer C-9 is in no file and not there.',
      ].toSorted(),
    )
  })
})

/** Tables of this release: the file in which an export of all books has them, or why it has none. */
const exported: Record<string, ImportNoun | { not: string }> = {
  collection_calendars: 'calendar',
  holidays: 'calendar',
  agent_pay_terms: 'agentPayTerms',
  agent_targets: 'agentTargets',
  agent_statements: 'agentStatements',
  agent_statement_rows: 'agentStatementRows',
  fees: 'fees',
  savings_cycles: 'savings',
  holds: 'loans',
  agent_payments: { not: 'their sum is in Paid Before of the statement; the entries stay in the old books' },
  agent_payouts: { not: 'what is not paid yet is in the main wallet, as before the withdrawal' },
  fee_payments: { not: 'income of the past, in the balance of TW; who was taken over owes no fee again' },
  last_deposits: { not: 'the import sets them: nothing was saved since the cut-over day' },
  loan_fees: { not: 'of a running loan they are paid or kept back' },
  payout_batches: { not: 'decided ones are in the balances; undecided ones are requested again' },
  payout_items: { not: 'as their batch' },
  plan_changes: { not: 'the wallet has its plan of now; one that waits is requested again' },
  tills: { not: 'their cash is counted into the vault before the cut-over' },
  till_sessions: { not: 'as their tills' },
  bank_movements: { not: 'their sum is in the balance of the bank' },
  business_days: { not: 'closings of the past stay in the old books' },
  day_openings: { not: 'as the closings' },
  setting_changes: { not: 'the business sets them again, with two admins' },
  business_settings: { not: 'as their changes' },
  term_changes: { not: 'the type has its terms of now; one that waits is requested again' },
  customer_freezes: { not: 'a frozen customer is frozen again' },
  messages_off_requests: { not: 'one that waits is requested again' },
  credit_requests: { not: 'approved ones are in the balances; one that waits is requested again' },
  role_limits: { not: 'rights are given again' },
  rights_grants: { not: 'rights are given again' },
  book_accounts: { not: 'codes and names of the new books, which the business names there' },
  book_parts: { not: 'of the past; the principal of loans taken over has parts of its own' },
  expense_categories: { not: 'lines of the new books' },
  expenses: { not: 'paid ones are in the balances; undecided ones are requested again' },
  customer_syncs: { not: 'what a device has read; it reads all of the new books' },
  device_tokens: { not: 'devices sign in again' },
  used_nonces: { not: 'as the tokens' },
  field_batches: { not: 'recorded ones are in the balances; they stay in the old books' },
  field_acts: { not: 'what they made is taken over or stays in the old books' },
  field_lines: { not: 'as their batches' },
  field_uploads: { not: 'files that an app has not finished: it sends them again' },
  late_batches: { not: 'recorded ones are in the balances; one that waits is sent again' },
  record_changes: { not: 'the record has its values of now; what changed before stays in the old books' },
}

it('every table since the last release is exported, or there is a reason why not', async () => {
  const files = (await readdir(migrationsFolder)).filter((name) => name > '0075' && name.endsWith('.sql'))
  const texts = await Promise.all(files.map((name) => readFile(`${migrationsFolder}/${name}`, 'utf8')))
  const tables = texts.flatMap((text) =>
    [...text.matchAll(/create table "(\w+)"/gi)].map(([, name]) => name ?? ''),
  )
  expect(tables.toSorted()).toEqual(Object.keys(exported).toSorted())
  for (const [table, noun] of Object.entries(exported)) {
    if (typeof noun !== 'string') continue
    const { rows } = await database.execute(sql.raw(`select * from ${table} limit 0`))
    expect(rows).toEqual([])
    expect((await fileText(noun)).split('\r\n').length, table).toBeGreaterThan(1)
  }
})
