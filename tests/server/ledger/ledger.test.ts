import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Kobo } from '#contract/values'
import { negateKobo } from '#domain/money/kobo'
import { entries, postings } from '#server/db/tables/ledger'
import { customers } from '#server/db/tables/schema'
import { cashAccount, mainWalletOf, openLoanAccount } from '#server/ledger/accounts'
import { type NewEntry, post } from '#server/ledger/post'
import { refusalOf } from '#server/errors/refusals'
import { openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'

const server = await openServer()
const { database } = server
const sql = (statement: string, values: unknown[] = []) => database.$client.query(statement, values)
const admin = await server.makeAdmin()
const agent = await server.makeAgent()
const { accountOf, databaseErrorOf, makeSaving } = moneyOf(server)

const deposit = (account: string, amount: Kobo, more: Partial<NewEntry> = {}): NewEntry => ({
  kind: 'Customer credit',
  madeAt: server.clock.now(),
  adminId: admin.id,
  moves: [
    { account: cashAccount, amount: negateKobo(amount) },
    { account, amount },
  ],
  ...more,
})
const inTransaction = (entry: NewEntry) => database.transaction((tx) => post(tx, entry))
describe('post', () => {
  it('moves money between accounts and returns reference and balances', async () => {
    const { id } = await server.makeCustomer(agent.id)
    const wallet = mainWalletOf(id)
    await inTransaction(deposit(wallet, naira(500), { customerId: id, agentId: agent.id }))
    const posted = await inTransaction(deposit(wallet, naira(250), { customerId: id, reason: 'a gift' }))
    expect(posted.reference).toMatch(/^CC-261118-\d{6}$/)
    expect(posted.balances[wallet]).toEqual({ before: naira(500), after: naira(750) })
    const [entry] = await database.select().from(entries).where(eq(entries.reference, posted.reference))
    expect(entry).toMatchObject({ id: posted.entryId, reason: 'a gift', adminId: admin.id, customerId: id })
    const rows = await database
      .select()
      .from(postings)
      .where(eq(postings.entryId, posted.entryId))
      .orderBy(postings.id)
    const common = { reference: posted.reference, source: 'Customer credit', customerId: id }
    expect(rows).toMatchObject([
      { ...common, type: 'debit', walletCode: 'CASH', flow: null, amount: naira(-250) },
      {
        ...common,
        type: 'credit',
        walletCode: 'CMW',
        flow: 'payable',
        seq: 2,
        balanceBefore: naira(500),
        balanceAfter: naira(750),
        adminId: admin.id,
        agentId: null,
      },
    ])
    expect(await accountOf(wallet)).toMatchObject({ balance: naira(750), postings: 2 })
  })

  it('applies several moves of one account in their order', async () => {
    const { id } = await server.makeCustomer(agent.id)
    const wallet = mainWalletOf(id)
    const moves = [
      { account: wallet, amount: naira(100) },
      { account: wallet, amount: negateKobo(naira(30)) },
      { account: cashAccount, amount: negateKobo(naira(70)) },
    ]
    const { balances } = await inTransaction(deposit(wallet, naira(1), { moves }))
    expect(balances[wallet]).toEqual({ before: 0, after: naira(70) })
    expect(await accountOf(wallet)).toMatchObject({ balance: naira(70), postings: 2 })
  })

  it.each([
    ['a business wallet', async () => 'TW', 'Insufficient funds in the business wallet. Nothing was done.'],
    [
      'a main wallet',
      async () => mainWalletOf((await server.makeCustomer(agent.id)).id),
      "Insufficient balance in the customer's main wallet. Nothing was done.",
    ],
    [
      'a savings wallet',
      async () => (await makeSaving(await server.makeCustomer(agent.id))).reference,
      'Insufficient balance in the savings wallet. Nothing was done.',
    ],
    [
      'a loan’s balance',
      async () => {
        const { id } = await server.makeCustomer(agent.id)
        await openLoanAccount(database, { reference: `LN-test-${id}`, customerId: id })
        return `LN-test-${id}`
      },
      'This is more than is still owed on the loan. Nothing was done.',
    ],
  ])('refuses a negative balance of %s', async (_what, name, message) => {
    const account = await name()
    await inTransaction(deposit(account, naira(10)))
    const { fault, code } = await databaseErrorOf(() =>
      inTransaction(deposit(account, negateKobo(naira(11)))),
    )
    expect(code).toBe('23514')
    expect(refusalOf(fault)).toMatchObject({ code: 'refused', message })
    await inTransaction(deposit(account, negateKobo(naira(10))))
    expect(await accountOf(account)).toMatchObject({ balance: 0, postings: 2 })
  })

  it.each([
    ['a single posting', [{ account: 'MBW', amount: naira(5) }]],
    [
      'postings that do not sum to zero',
      [
        { account: cashAccount, amount: negateKobo(naira(5)) },
        { account: 'MBW', amount: naira(6) },
      ],
    ],
  ])('refuses %s', async (_what, moves) => {
    const { constraint } = await databaseErrorOf(() => inTransaction(deposit('MBW', naira(1), { moves })))
    expect(constraint).toBe('ledger_balanced')
  })

  it('refuses an amount of 0 and an unknown account', async () => {
    const nothing = await databaseErrorOf(() => inTransaction(deposit('MBW', 0 as Kobo)))
    expect(nothing.constraint).toBe('ledger_postings_amount')
    const nowhere = await databaseErrorOf(() => inTransaction(deposit('customer 0', naira(5))))
    expect(nowhere.fault).toMatchObject({ message: 'There is no account customer 0.' })
  })

  it('keeps sums exact up to the largest safe integer', async () => {
    const { id } = await server.makeCustomer(agent.id)
    const most = (Number.MAX_SAFE_INTEGER - 10 ** 12) as Kobo
    await inTransaction(deposit(mainWalletOf(id), most))
    expect(await accountOf(mainWalletOf(id))).toMatchObject({ balance: most })
    await databaseErrorOf(() => inTransaction(deposit(mainWalletOf(id), most)))
    await inTransaction(deposit(mainWalletOf(id), negateKobo(most)))
  })
})

describe('the database constraints', () => {
  let entryId = 0
  let reference = ''
  beforeAll(async () => {
    ;({ entryId, reference } = await inTransaction(deposit('MBW', naira(1000))))
  })
  const insertEntry = (name: string) =>
    sql(`insert into ledger_entries (reference, kind, made_at) values ($1, 'Fund request', now())`, [name])
  /** Inserts an entry with postings from a list of values; columns not listed are valid. */
  let made = 0
  const insertPostings = (lines: string) => {
    made += 1
    return sql(`with made as (insert into ledger_entries (reference, kind, made_at)
        values ('XX-${made}', 'Fund request', now()) returning *)
      insert into ledger_postings (entry_id, account_id, seq, amount, balance_after, wallet_code, reference, source, made_at)
      select made.id, a.id, a.postings + line.ahead, line.amount, a.balance + line.amount + line.off, line.code,
        coalesce(line.reference, made.reference), made.kind, made.made_at
      from made, (values ${lines}) line (account, amount, ahead, off, code, reference)
      join ledger_accounts a on a.name = line.account`)
  }

  it('accept a valid entry', async () => {
    const before = await accountOf('MBW')
    await insertPostings(`('CASH', -500, 1, 0, 'CASH', null), ('MBW', 500, 1, 0, 'MBW', null)`)
    expect(await accountOf('MBW')).toMatchObject({
      balance: before.balance + 500,
      postings: before.postings + 1,
    })
  })

  it.each([
    ['that do not sum to zero', 'ledger_balanced', `('MBW', 500, 1, 0, 'MBW', null)`],
    [
      'that skip a number',
      'ledger_chained',
      `('CASH', -500, 2, 0, 'CASH', null), ('MBW', 500, 1, 0, 'MBW', null)`,
    ],
    [
      'that repeat a number',
      'ledger_postings_chain',
      `('CASH', -500, 0, 0, 'CASH', null), ('MBW', 500, 1, 0, 'MBW', null)`,
    ],
    [
      'with another balance',
      'ledger_chained',
      `('CASH', -500, 1, 0, 'CASH', null), ('MBW', 500, 1, 7, 'MBW', null)`,
    ],
    [
      'with the code of another wallet',
      'ledger_faithful',
      `('CASH', -500, 1, 0, 'CASH', null), ('MBW', 500, 1, 0, 'PW', null)`,
    ],
    [
      'with the reference of another entry',
      'ledger_faithful',
      `('CASH', -500, 1, 0, 'CASH', null), ('MBW', 500, 1, 0, 'MBW', 'OTHER')`,
    ],
  ])('reject postings %s', async (_what, rule, lines) => {
    const { constraint } = await databaseErrorOf(() => insertPostings(lines))
    expect(constraint).toBe(rule)
  })

  it('reject an entry without postings', async () => {
    const { constraint } = await databaseErrorOf(() => insertEntry('XX-empty'))
    expect(constraint).toBe('ledger_balanced')
  })

  it('reject further postings of a committed entry', async () => {
    const { constraint } = await databaseErrorOf(() =>
      sql(
        `insert into ledger_postings
          (entry_id, account_id, seq, amount, balance_after, wallet_code, reference, source, made_at, admin_id)
        select e.id, a.id, a.postings + n, line, a.balance + (n = 1)::int * line, a.code, e.reference, e.kind,
          e.made_at, e.admin_id
        from ledger_entries e, ledger_accounts a, (values (1, 5), (2, -5)) more (n, line)
        where e.id = $1 and a.name = 'MBW'`,
        [entryId],
      ),
    )
    expect(constraint).toBe('ledger_balanced')
  })

  it.each([
    'update ledger_entries set reason = null',
    'update ledger_postings set amount = amount',
    'delete from ledger_entries',
    'delete from ledger_postings where false',
    'truncate ledger_entries cascade',
    'truncate ledger_postings',
    'truncate ledger_accounts cascade',
    'truncate customers cascade',
    `update ledger_accounts set balance = balance + 1 where name = 'MBW'`,
    `update ledger_accounts set held = 0`,
    `update ledger_accounts set kind = 'outside' where name = 'MBW'`,
    'delete from ledger_accounts where postings = 0',
    `insert into ledger_accounts (kind, name, code, balance) values ('outside', 'gold', 'GOLD', 5)`,
    'truncate withdrawals cascade',
    'delete from withdrawals',
  ])('reject: %s', async (statement) => {
    const { code } = await databaseErrorOf(() => sql(statement))
    expect(code).toBe('23001')
    expect((await database.select().from(entries).where(eq(entries.reference, reference))).length).toBe(1)
  })

  it('reject a second main wallet and one without an owner', async () => {
    const { id } = await server.makeCustomer(agent.id)
    const second = `insert into ledger_accounts (kind, name, code, customer_id) values ('customer', 'x', 'CMW', ${id})`
    expect((await databaseErrorOf(() => sql(second))).constraint).toBe('ledger_accounts_main_wallet')
    const without = `insert into ledger_accounts (kind, name, code) values ('savings', 'x', 'DSW')`
    expect((await databaseErrorOf(() => sql(without))).constraint).toBe('ledger_accounts_owner')
  })

  it('allow to delete a customer with an unused wallet only', async () => {
    const { id } = await server.makeCustomer(agent.id)
    await database.delete(customers).where(eq(customers.id, id))
    await expect(accountOf(mainWalletOf(id))).rejects.toThrow('no account')
    const { id: saver } = await server.makeCustomer(agent.id)
    await inTransaction(deposit(mainWalletOf(saver), naira(5)))
    expect(
      (await databaseErrorOf(() => database.delete(customers).where(eq(customers.id, saver)))).code,
    ).toBe('23503')
  })
})

afterAll(async () => {
  const { rows } = await sql('select sum(balance)::text as total from ledger_accounts')
  expect(rows[0]).toEqual({ total: '0' })
})
