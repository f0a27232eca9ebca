import { inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { kobo, negateKobo, sumKobo } from '#domain/money/kobo'
import { accounts } from '#server/db/tables/ledger'
import {
  agentCashOf,
  cashAccount,
  lentAccount,
  mainWalletOf,
  openLoanAccount,
  openSavingsWallet,
  overShortAccount,
} from '#server/ledger/accounts'
import { type Move, post } from '#server/ledger/post'
import { faultsIn } from '../support/books'
import { openServer } from '../support/harness'
import { startProcess } from '../support/processes'
import { naira } from '../support/people'
import { onPostgres } from '../support/testDatabase'

const server = await openServer()
const { database } = server
const query = (statement: string) => database.$client.query(statement)
const agent = await server.makeAgent()
const customer = await server.makeCustomer(agent.id)
const owner = { customerId: customer.id }
await openSavingsWallet(database, { reference: 'SV-model', category: 'daily', ...owner })
await openLoanAccount(database, { reference: 'LN-model', ...owner })
const wallets = ['MBW', 'PW', 'TW', 'SW', mainWalletOf(customer.id), 'SV-model', 'LN-model']
const purse = agentCashOf(agent.id)
const names = [...wallets, cashAccount, lentAccount, purse, overShortAccount]

/** Only some kinds move the cash of an agent. */
const kindOf = (moves: readonly Move[]) =>
  moves.some(({ account }) => account === purse) ? 'Savings deposit' : 'Fund request'
const enter = (moves: readonly Move[]) =>
  database.transaction((tx) => post(tx, { kind: kindOf(moves), madeAt: server.clock.now(), moves }))
async function balances() {
  const rows = await database.select().from(accounts).where(inArray(accounts.name, names))
  return Object.fromEntries(rows.map(({ name, balance }) => [name, balance as number]))
}

describe('any sequence of entries', () => {
  const move = fc.record({
    account: fc.constantFrom(...names),
    amount: fc.integer({ min: -5000, max: 9000 }),
  })
  const oneEntry = fc.record({
    moves: fc.array(move, { minLength: 1, maxLength: 4 }),
    balanced: fc.boolean(),
  })

  it('leaves the balances of a simple model and a correct ledger', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(oneEntry, { minLength: 1, maxLength: 12 }), async (sequence) => {
        const model = await balances()
        for (const { moves, balanced } of sequence) {
          const all: Move[] = moves.map(({ account, amount }) => ({ account, amount: kobo(amount) }))
          const total = sumKobo(all.map(({ amount }) => amount))
          if (balanced) all.push({ account: cashAccount, amount: negateKobo(total) })
          const after = { ...model }
          for (const { account, amount } of all) after[account] = (after[account] ?? 0) + amount
          const isGood =
            all.length > 1 &&
            (balanced || total === 0) &&
            all.every(({ amount }) => amount !== 0) &&
            wallets.every((name) => (after[name] ?? 0) >= 0)
          const done = await enter(all).then(
            () => true,
            () => false,
          )
          expect(done).toBe(isGood)
          if (done) Object.assign(model, after)
          expect(await balances()).toEqual(model)
        }
        expect(await faultsIn(database)).toEqual([])
      }),
      { numRuns: 25 },
    )
  })
})

describe('many concurrent entries', () => {
  const reason = onPostgres ? '' : ' (one after the other on the embedded database, which has one connection)'
  it(`in opposite order on the same accounts do not deadlock and have the right sum${reason}`, async () => {
    await enter([
      { account: cashAccount, amount: naira(-1000) },
      { account: 'MBW', amount: naira(500) },
      { account: 'PW', amount: naira(500) },
    ])
    const before = await balances()
    const rounds = onPostgres ? 100 : 60
    const results = await Promise.allSettled(
      Array.from({ length: rounds }, (_, n) => {
        const [from, to] = n % 3 === 0 ? ['MBW', 'PW'] : ['PW', 'MBW']
        const moves = [
          { account: from, amount: kobo(-(n + 1)) },
          { account: to, amount: kobo(n + 1) },
        ]
        return enter(n % 2 === 0 ? moves : moves.toReversed())
      }),
    )
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
    const moved = Array.from({ length: rounds }, (_, n) => (n % 3 === 0 ? -(n + 1) : n + 1))
    const gain = moved.reduce((sum, n) => sum + n, 0)
    const after = await balances()
    expect(after).toEqual({
      ...before,
      MBW: (before.MBW ?? 0) + gain,
      PW: (before.PW ?? 0) - gain,
    })
    expect(await faultsIn(database)).toEqual([])
  })

  it('that exceed a balance together are partly refused, and nothing is overdrawn', async () => {
    const wallet = mainWalletOf((await server.makeCustomer(agent.id)).id)
    await enter([
      { account: cashAccount, amount: naira(-10) },
      { account: wallet, amount: naira(10) },
    ])
    const results = await Promise.allSettled(
      Array.from({ length: 25 }, () =>
        enter([
          { account: wallet, amount: naira(-1) },
          { account: cashAccount, amount: naira(1) },
        ]),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    const [left] = await database
      .select()
      .from(accounts)
      .where(inArray(accounts.name, [wallet]))
    expect(left?.balance).toBe(0)
  })
})

it.skipIf(!onPostgres)('the command reports the result and exits with 1 at a fault', async () => {
  const { rows } = await query('select current_database() as name')
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = `/${rows[0].name}`
  const run = async (...args: string[]) => {
    const command = startProcess('verifyLedger', { DATABASE_URL: url.href }, args)
    return { code: await command.ended, ...command.output }
  }
  const said = /^The ledger is right: \d+ entries, \d+ postings, \d+ accounts\.\n$/
  expect(await run()).toMatchObject({ code: 0, err: '', out: expect.stringMatching(said) })
  const saidSince =
    /^The ledger is right since (\S+Z): 0 entries, 0 postings, 0 accounts\.\nAll of it was read last at \1\.\n$/
  expect(await run('--since-checkpoint')).toMatchObject({ code: 0, out: expect.stringMatching(saidSince) })
  expect(await run('--since')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('Unknown: --since.'),
  })
  const add = (kobo: number) =>
    query(`alter table ledger_accounts disable trigger user;
      update ledger_accounts set balance = balance + ${kobo} where name = 'TW';
      alter table ledger_accounts enable trigger user`)
  onTestFinished(async () => void (await add(-1)))
  await add(1)
  const fault = 'account TW has another balance than its postings make'
  for (const args of [[], ['--since-checkpoint']])
    expect(await run(...args)).toMatchObject({ code: 1, out: '', err: expect.stringContaining(fault) })
})
