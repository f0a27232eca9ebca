import fc from 'fast-check'
import { asc, eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { maxStatementRows } from '#contract/calls/customerPage'
import { calls } from '#contract/index'
import { kobo, negateKobo, sumKobo } from '#domain/money/kobo'
import { addDays, endOfLagosDay, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { accounts, postings } from '#server/db/tables/ledger'
import { withdrawals } from '#server/db/tables/money'
import { cashAccount, mainWalletOf } from '#server/ledger/accounts'
import { postAll } from '#server/ledger/post'
import { disburse } from '#server/ledger/loanDecisions'
import { expectRefused } from '../support/guards'
import { manyCalls, openServer } from '../support/harness'
import { naira } from '../support/people'
import { loanFixturesOf } from '../loans/loanFixtures'

const { getCustomerPage, getCustomerStatement, getCustomersBalance } = calls.customers
const { userTransactionHistory, userTransactionTotals } = calls.transactions

const server = await openServer({ limits: manyCalls })
const { database } = server
const parts = await loanFixturesOf(server)
const boss = await server.enter('can-view-all')
const admin = await server.makeAdmin()
const today = lagosDay(server.clock.now())
await parts.pay('MBW', naira(100_000_000))

const pageOf = async (customer_id: number, asker = boss) =>
  (await server.ask(getCustomerPage, { customer_id }, asker)).output().data
const statementOf = async (customer_id: number, more: object = {}, asker = boss) =>
  (await server.ask(getCustomerStatement, { customer_id, ...more }, asker)).output().data
const at = (day: string, hour = 12) => new Date(startOfLagosDay(day).getTime() + hour * 3_600_000)

/** A loan of four weekly instalments of ₦14,062.50 that was paid out so many days ago. */
async function lend(customer: { id: number; agentId: number }, daysAgo: number) {
  const day = addDays(today, -daysAgo)
  const loan = await parts.apply(
    customer,
    {},
    {
      applicationStatus: 'in-progress',
      firstApprovalId: admin.id,
      firstApprovalDate: at(day, 1),
      createdAt: at(day, 1),
    },
  )
  await database.transaction((tx) =>
    disburse(tx, loan, {
      adminId: admin.id,
      now: at(day),
      activityReference: null,
      comment: null,
      seesBalance: true,
    }),
  )
  return parts.stateOf(loan.id)
}

/** Every posting of a customer's accounts, as the ledger has them. */
async function ledgerOf(customerId: number) {
  const theirs = await database.select().from(accounts).where(eq(accounts.customerId, customerId))
  const rows = await database
    .select()
    .from(postings)
    .where(
      inArray(
        postings.accountId,
        theirs.map(({ id }) => id),
      ),
    )
    .orderBy(asc(postings.accountId), asc(postings.seq))
  return { theirs, rows }
}

describe('a statement', () => {
  const anyHistory = fc.array(
    fc.record({
      ago: fc.integer({ min: 0, max: 120 }),
      hour: fc.constantFrom(0, 0.001, 12, 23.999),
      on: fc.constantFrom('main', 'saving', 'other saving', 'between'),
      amount: fc.integer({ min: 1, max: 900_000 }),
      out: fc.boolean(),
    }),
    { maxLength: 14 },
  )
  const anyPeriods = fc.array(fc.tuple(fc.integer({ min: 0, max: 130 }), fc.integer({ min: 0, max: 60 })), {
    minLength: 3,
    maxLength: 3,
  })

  it('begins with what was there before, ends with what is there after, and equals the ledger and its reports', async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, anyPeriods, async (history, periods) => {
        const customer = await server.makeCustomer(parts.agent.id)
        const main = mainWalletOf(customer.id)
        const saving = (await parts.makeSaving(customer)).reference
        const other = (await parts.makeSaving(customer, 'market')).reference
        await lend(customer, 121)
        for (const { ago, hour, on, amount, out } of history.toSorted((a, b) => b.ago - a.ago)) {
          const account = on === 'main' ? main : on === 'other saving' ? other : saving
          const balance = (await parts.accountOf(account)).balance
          const taken = kobo(out ? Math.min(amount, balance) : amount)
          if (taken === 0) continue
          const gain = out ? negateKobo(taken) : taken
          const facts = { madeAt: at(addDays(today, -ago), hour), customerId: customer.id }
          if (on === 'between' && out)
            await parts.enter({
              ...facts,
              kind: 'Savings to main wallet',
              moves: [
                { account, amount: gain },
                { account: main, amount: taken },
              ],
            })
          else
            await parts.enter({
              ...facts,
              moves: [
                { account: cashAccount, amount: negateKobo(gain) },
                { account, amount: gain },
              ],
            })
        }
        for (const [ago, days] of periods) {
          const start_date = addDays(today, -ago)
          const end_date = [addDays(start_date, days), today].toSorted()[0] as string
          await expectEqual(customer.id, { start_date, end_date })
        }
      }),
      { numRuns: 12 },
    )
  })

  async function expectEqual(customer_id: number, days: { start_date: string; end_date: string }) {
    const statement = await statementOf(customer_id, days)
    const [start, end] = [startOfLagosDay(days.start_date), endOfLagosDay(days.end_date)]
    const { theirs, rows } = await ledgerOf(customer_id)
    const sumOf = (some: typeof rows) => sumKobo(some.map(({ amount }) => amount))
    const expected = theirs.flatMap(({ id, kind }) => {
      const own = rows.filter(({ accountId }) => accountId === id)
      const within = own.filter(({ madeAt }) => madeAt >= start && madeAt < end)
      const opening = sumOf(own.filter(({ madeAt }) => madeAt < start))
      const closing = sumOf(own.filter(({ madeAt }) => madeAt < end))
      return within.length > 0 || opening !== 0 || closing !== 0
        ? [{ kind, opening, closing, balances: within.map(({ balanceAfter }) => balanceAfter) }]
        : []
    })
    expect(
      statement.accounts.map(({ account_kind: kind, opening, closing, rows: own }) => ({
        kind,
        opening,
        closing,
        balances: own.map(({ balance }) => balance),
      })),
    ).toEqual(expect.arrayContaining(expected))
    expect(statement.accounts).toHaveLength(expected.length)
    for (const account of statement.accounts) {
      expect(account.opening + account.credits - account.debits).toBe(account.closing)
      expect(sumKobo(account.rows.map(({ amount }) => amount))).toBe(account.closing - account.opening)
    }
    const shown = statement.accounts.flatMap((account) => account.rows)
    const fixed = { customer_id, savings_type: 'all' as const, ...days }
    const report = (await server.ask(userTransactionHistory, { page: 1, ...fixed }, boss)).output().data
    const byId = (some: readonly { id: number; amount: number }[]) =>
      some.map(({ id, amount }) => [id, amount]).toSorted(([a = 0], [b = 0]) => a - b)
    expect(byId(shown)).toEqual(byId(report.history))
    const totals = (await server.ask(userTransactionTotals, fixed, boss)).output().data
    expect(sumKobo(statement.accounts.map(({ credits }) => credits))).toBe(totals.credits)
    expect(sumKobo(statement.accounts.map(({ debits }) => debits))).toBe(totals.debits)
    const ofKind = (isLoan: boolean) => expected.filter(({ kind }) => (kind === 'loan') === isLoan)
    expect(statement.saved.closing).toBe(sumKobo(ofKind(false).map(({ closing }) => closing)))
    expect(statement.owed.opening).toBe(sumKobo(ofKind(true).map(({ opening }) => opening)))
  }

  it('to today ends with the balances of the accounts', async () => {
    const customer = await server.makeCustomer(parts.agent.id)
    await lend(customer, 3)
    const { start_date, end_date, accounts: shown } = await statementOf(customer.id)
    expect([start_date, end_date]).toEqual(['2026-09-01', today])
    const { theirs } = await ledgerOf(customer.id)
    expect(theirs.map(({ balance }) => balance)).toEqual(
      expect.arrayContaining(shown.map(({ closing }) => closing)),
    )
    expect(shown).toHaveLength(theirs.length)
    const loans = await statementOf(customer.id, { account: 'loans' })
    expect(loans.accounts).toEqual(shown.filter(({ account_kind }) => account_kind === 'loan'))
    expect(loans.owed.closing).toBe(sumKobo(loans.accounts.map(({ closing }) => closing)))
    expect(loans.choices.map(({ value }) => value)).toEqual([
      'loans',
      'main',
      ...loans.accounts.map(({ account_reference }) => account_reference),
    ])
  })

  it('adds up where a change of the evening was posted after one of the next morning', async () => {
    const customer = await server.makeCustomer(parts.agent.id)
    const main = mainWalletOf(customer.id)
    const [evening, morning] = [addDays(today, -2), addDays(today, -1)]
    await parts.pay(main, naira(100), { madeAt: at(morning, 0.001), customerId: customer.id })
    await parts.pay(main, naira(20), { madeAt: at(evening, 23.999), customerId: customer.id })
    const first = await statementOf(customer.id, { start_date: evening, end_date: evening })
    const second = await statementOf(customer.id, { start_date: morning, end_date: morning })
    expect(first.accounts).toMatchObject([{ opening: 0, closing: naira(20), rows: [{ balance: naira(20) }] }])
    expect(second.accounts).toMatchObject([
      { opening: naira(20), closing: naira(120), rows: [{ balance: naira(120) }] },
    ])
  })

  it('of one account has that account alone, also if it is empty', async () => {
    const customer = await server.makeCustomer(parts.agent.id)
    const { reference } = await parts.makeSaving(customer)
    await parts.pay(mainWalletOf(customer.id), naira(5), { customerId: customer.id })
    expect((await statementOf(customer.id, { account: reference })).accounts).toMatchObject([
      { account_kind: 'savings', account_reference: reference, opening: 0, closing: 0, rows: [] },
    ])
    expect((await statementOf(customer.id, { account: 'main' })).accounts).toMatchObject([
      { account_kind: 'customer', account_reference: null, account_name: 'Main Wallet', closing: naira(5) },
    ])
    expectRefused(
      await server.ask(getCustomerStatement, { customer_id: customer.id, account: 'SV-OTHER' }, boss),
      'The customer has no account SV-OTHER.',
    )
  })

  it('of more movements than fit is refused; a shorter period or one account is not', async () => {
    const customer = await server.makeCustomer(parts.agent.id)
    const saving = await parts.makeSaving(customer)
    const main = mainWalletOf(customer.id)
    const [before, day] = [addDays(today, -2), addDays(today, -1)]
    const credit = (madeAt: Date) => ({
      kind: 'Customer credit' as const,
      madeAt,
      customerId: customer.id,
      moves: [
        { account: cashAccount, amount: negateKobo(kobo(100)) },
        { account: main, amount: kobo(100) },
      ],
    })
    await database.transaction((tx) =>
      postAll(tx, [credit(at(before)), ...Array.from({ length: maxStatementRows }, () => credit(at(day)))]),
    )
    const asked = { customer_id: customer.id, start_date: before, end_date: today }
    expectRefused(
      await server.ask(getCustomerStatement, asked, boss),
      'There are more than 5,000 movements in this period. Choose a shorter one, or one account.',
    )
    const all = await statementOf(customer.id, { start_date: day, end_date: day })
    expect(all.accounts[0]?.rows).toHaveLength(maxStatementRows)
    expect(all.saved).toEqual({ opening: naira(1), closing: naira(1 + maxStatementRows) })
    const empty = await statementOf(customer.id, { ...asked, account: saving.reference })
    expect(empty.accounts).toMatchObject([{ closing: 0, rows: [] }])
  })

  it.each([
    [{ start_date: '2026-11-01' }, 'Please select both start and end dates'],
    [{ start_date: '2026-11-02', end_date: '2026-11-01' }, 'End date cannot be before start date'],
    [{ start_date: '2026-11-02', end_date: '2026-12-01' }, 'End date cannot be after today'],
  ])('of %j is refused', async (days, message) => {
    const customer = await server.makeCustomer(parts.agent.id)
    const reply = await server.ask(getCustomerStatement, { customer_id: customer.id, ...days }, boss)
    expect(reply).toMatchObject({ status: '100', fields: [message] })
  })
})

describe('the page of a customer', () => {
  it('shows what the customer has and owes, as the calls of each part do', async () => {
    const customer = await server.makeCustomer(parts.agent.id)
    const saving = await parts.makeSaving(customer)
    await parts.pay(saving.reference, naira(350), { kind: 'Savings deposit', customerId: customer.id })
    const paid = await lend(customer, 60)
    await parts.repay(paid.id)
    const loan = await lend(customer, 14)
    await parts.repay(loan.id, naira(10_000))
    const guarantor = await server.makeGuarantor(customer)
    await database.insert(withdrawals).values({
      reference: `WR-${customer.id}`,
      customerId: customer.id,
      amount: naira(1_000),
      description: 'School fees',
      requestedBy: admin.id,
    })

    const page = await pageOf(customer.id)
    const balance = (await server.ask(getCustomersBalance, { customer_id: customer.id }, boss)).output().data
    expect(page.main_wallet).toEqual(balance.main_wallet)
    expect(page.main_wallet.held).toBe(naira(1_000))
    expect(page.savings.map(({ code, balance: held }) => [code, held])).toEqual(
      balance.savings_wallets.map(({ code, balance: held }) => [code, held]),
    )
    expect(page.savings[0]?.plan).toMatchObject({ fixed_amount: naira(100), deposit_type: 'daily' })
    expect(page.profile).toMatchObject({ id: customer.id, first_name: customer.firstName })

    const account = (await server.ask(calls.loans.getLoanAccount, { loan_id: loan.id }, boss)).output().data
    expect(page.loans).toMatchObject([{ id: loan.id, balance: account.balance }])
    expect(page.loans?.[0]?.schedule).toEqual(account.schedule)
    const installment = account.schedule[1]?.open ?? 0
    expect(page.debt).toEqual({
      owed: account.balance,
      late: account.arrears.amount,
      days_late: account.arrears.days,
      late_count: 1,
      due_today: installment,
    })
    expect(page.debt?.due_today).toBe(naira(14_062.5))
    expect(page).toMatchObject({ ended_count: 1, ended_loans: [{ id: paid.id, instalments: 4, paid: 4 }] })
    expect(page.ended_loans?.[0]?.paid_late).toBe(4)
    expect(page.pending).toMatchObject([
      { kind: 'withdrawal', reference: `WR-${customer.id}`, amount: naira(1_000), step: 1 },
    ])
    expect(page).toMatchObject({ guarantor_count: 1, guarantors: [{ id: guarantor.id }] })

    const { rows } = await ledgerOf(customer.id)
    expect(page.movement_count).toBe(rows.length)
    const history = (
      await server.ask(
        userTransactionHistory,
        { page: 1, customer_id: customer.id, savings_type: 'all' },
        boss,
      )
    ).output().data.history
    const references = [...new Set(history.map(({ reference }) => reference))]
    expect(page.movements?.map(({ reference }) => reference)).toEqual(references.slice(0, 8))
    const makers = Object.fromEntries(page.movements?.map(({ source, by }) => [source, by]) ?? [])
    expect(makers).toMatchObject({ 'Loan disbursement': admin.name, 'Loan repayment': parts.agent.name })
    for (const { reference, parts: shown } of page.movements ?? [])
      expect(shown.map(({ id, amount, balance: after }) => ({ id, amount, balance: after }))).toEqual(
        history
          .filter((row) => row.reference === reference)
          .map(({ id, amount, balance: after }) => ({ id, amount, balance: after }))
          .toReversed(),
      )
  })

  it('has what waits for a decision, of each kind and with its step, the oldest first', async () => {
    server.clock.rewindAfterTest()
    const customer = await server.makeCustomer(parts.agent.id)
    const [written, moved] = [await lend(customer, 14), await lend(customer, 13)]
    const clerk = await server.enter(
      'can-credit-customer',
      'can-request-reversal',
      'can-write-off-loan',
      'can-reschedule-loan',
    )
    const approver = await server.enter('can-do-first-approval')
    const { creditUser } = calls.customers
    const credited = (
      await server.ask(creditUser, { customer_id: customer.id, amount: naira(70) }, clerk)
    ).output().data.reference
    const { requestWriteOff, requestRescheduling, firstLoanChangeDecision } = calls.loanChanges
    const { requestReversal } = calls.reversals
    const owed = new Map((await pageOf(customer.id)).loans?.map(({ id, balance }) => [id, balance]))
    const owedOn = ({ id }: { id: number }) => owed.get(id) ?? kobo(0)
    const reason = 'Typed wrongly'

    server.clock.pass(1)
    const reversal = await server.ask(requestReversal, { reference: credited, reason }, clerk)
    server.clock.pass(1)
    const writeOff = await server.ask(
      requestWriteOff,
      { loan_id: written.id, amount: owedOn(written), reason },
      clerk,
    )
    server.clock.pass(1)
    const rescheduling = await server.ask(
      requestRescheduling,
      {
        loan_id: moved.id,
        amount: owedOn(moved),
        reason,
        instalment_period: 'monthly',
        instalment_times: 3,
        first_due: '2027-01-31',
      },
      clerk,
    )
    server.clock.pass(1)
    const decided = await parts.apply(customer, { amount: naira(600) })
    await server.ask(calls.loans.firstLoanApproval, { id: decided.id, status: 'accepted' }, approver)
    server.clock.pass(1)
    const fresh = await parts.apply(customer, { amount: naira(500) })
    server.clock.pass(1)
    await database.insert(withdrawals).values({
      reference: `WR-${customer.id}`,
      customerId: customer.id,
      amount: naira(5),
      description: 'School fees',
      requestedBy: admin.id,
      createdAt: server.clock.now(),
    })

    const pending = async () =>
      (await pageOf(customer.id)).pending.map((one) => [one.kind, one.reference, one.amount, one.step])
    const reversed = reversal.output().data.reference
    const [off, later] = [writeOff.output().data.reference, rescheduling.output().data.reference]
    const expected = (writeOffStep: number) => [
      ['reversal', reversed, naira(70), 1],
      ['loan change', off, owedOn(written), writeOffStep],
      ['loan change', later, owedOn(moved), 1],
      ['loan', decided.reference, naira(600), 2],
      ['loan', fresh.reference, naira(500), 1],
      ['withdrawal', `WR-${customer.id}`, naira(5), 1],
    ]
    expect(await pending()).toEqual(expected(1))
    const page = await pageOf(customer.id)
    expect(page.pending.map(({ detail }) => detail)).toEqual([
      `Customer credit ${credited}`,
      `Write-off of ${written.reference}`,
      `Rescheduling of ${moved.reference}`,
      ...page.pending.slice(3, 5).map(() => expect.stringMatching(/^Type /)),
      'School fees',
    ])
    const id = page.pending.find(({ reference }) => reference === off)?.id ?? 0
    await server.ask(firstLoanChangeDecision, { id, status: 'accept' }, approver)
    expect(await pending()).toEqual(expected(2))
  })

  it('leaves out the parts whose calls the caller may not make', async () => {
    const customer = await server.makeCustomer(parts.agent.id)
    const { reference } = await parts.makeSaving(customer)
    await parts.pay(reference, naira(350), { customerId: customer.id })
    await lend(customer, 14)
    await server.makeGuarantor(customer)
    await database.insert(withdrawals).values({
      reference: `WR-${customer.id}`,
      customerId: customer.id,
      amount: naira(1_000),
      description: 'School fees',
      requestedBy: admin.id,
    })
    const seen = async (...more: Parameters<typeof server.enter>) =>
      pageOf(customer.id, await server.enter('can-view-customer-details', ...more))

    const bare = await seen()
    expect(bare).toMatchObject({
      profile: null,
      main_wallet: { held: naira(1_000) },
      savings: [{ code: reference, balance: naira(350), plan: null }],
      debt: null,
      loans: null,
      ended_loans: null,
      ended_count: 0,
      pending: [],
      guarantors: null,
      guarantor_count: 0,
      movements: null,
      movement_count: 0,
    })
    expect((await seen('can-view-customer')).profile).not.toBeNull()
    expect((await seen('can-view-saving-portfolio')).savings[0]?.plan).not.toBeNull()
    expect((await seen('can-view-loan-details')).debt?.owed).toBeGreaterThan(0)
    expect((await seen('can-approve-withdrawal')).pending).toHaveLength(1)
    expect((await seen('can-view-guarantor')).guarantors).toHaveLength(1)
    const clerk = await seen('can-view-withdrawal')
    expect(clerk.pending).toHaveLength(1)
    expect(clerk.movements?.length).toBeGreaterThan(0)
    expect(JSON.stringify(bare)).not.toContain(customer.phoneNumber)
  })

  it('is refused for a deleted or unknown customer, as the statement is', async () => {
    const gone = await server.makeCustomer(parts.agent.id, { isDeleted: true })
    for (const customer_id of [gone.id, 999_999])
      for (const call of [getCustomerPage, getCustomerStatement])
        expectRefused(
          await server.ask(call, { customer_id }, boss),
          `Customer with ID ${customer_id} not found`,
        )
  })
})
