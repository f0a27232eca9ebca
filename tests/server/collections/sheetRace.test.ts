import { randomUUID } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { kobo, negateKobo, subtractKobo, sumKobo } from '#domain/money/kobo'
import { collectionLines, collections } from '#server/db/tables/collections'
import type { Transaction } from '#server/db/database'
import { accounts, entries } from '#server/db/tables/ledger'
import { savingsHistory } from '#server/db/tables/money'
import { agentCashOf, cashAccount } from '#server/ledger/accounts'
import { postSavingsMovements } from '#server/ledger/savings'
import { verifyLedger } from '#server/ledger/verify'
import { type BeatLoan, lendToBeat, makeBeats } from '../support/beats'
import { manyCalls, openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'
import { isLong, roundsOf } from '../support/rounds'
import { onPostgres } from '../support/testDatabase'

/** The embedded database makes one change at a time. */
const agentCount = onPostgres || isLong ? 50 : 20
const lineCount = 40
/** The agents whose customers have loans, each the first so many of a sheet. */
const lenders = 10
const loanCount = 8
const today = '2026-11-18'
const rounds = roundsOf(1)
// All sheets arrive at once, and a slow machine takes longer than a connection may be waited for.
const server = await openServer({
  limits: manyCalls,
  env: {
    DATABASE_WAIT_SECONDS: '300',
    DATABASE_LOCK_SECONDS: '300',
    DATABASE_STATEMENT_SECONDS: '300',
    REQUEST_SECONDS: '300',
  },
})
const { database } = server
const money = moneyOf(server)
const admins = await Promise.all(
  Array.from({ length: 5 }, () => server.enter('can-record-collection', 'can-record-remittance')),
)
const beats = await makeBeats(database, { agents: agentCount, wallets: lineCount }, server.clock.now())
const [lender] = admins
const lent: BeatLoan[][] = []
for (const beat of beats.slice(0, lenders)) {
  const some = { ...beat, wallets: beat.wallets.slice(0, loanCount) }
  lent.push(await lendToBeat(database, some, lender?.id ?? 0, server.clock.now()))
}
const [lentEntries, cashBefore] = [
  await database.$count(entries),
  (await money.accountOf(cashAccount)).balance,
]

/** Each line has its own amount, so that one that is lost or taken for another changes a balance. */
const amountOf = (agent: number, line: number, round: number): Kobo =>
  naira(1 + agent * lineCount + line + round / 4)
/** Small, so that the loans last for a thousand rounds. */
const repaymentOf = (line: number, round: number): Kobo => kobo(101 + line * 100 + (round % 4) * 25)
const atCounter = kobo(50)
/** The loans of each sheet that are repaid at the counter too. */
const counterLoans = 2
/** The receipts of each agent. */
const receipts: string[][] = beats.map(() => [])
const isCounted = (agent: number) => agent % 2 === 0

/** One sheet of each agent, every second one with a count; each sent twice. Meanwhile others use CASH, wallets and loans. */
async function recordAtOnce(round: number) {
  const sheets = beats.map(({ agentId, wallets }, at) => {
    const savings = wallets.map(({ id }, line) => ({ savings_id: id, amount: amountOf(at, line, round) }))
    const loans = (lent[at] ?? []).map(({ id }, line) => ({ loan_id: id, amount: repaymentOf(line, round) }))
    // Backwards in every second sheet: the order of locks is the server's.
    const lines = at % 4 < 2 ? [...loans, ...savings] : [...savings, ...loans].toReversed()
    const body = {
      agent_id: agentId,
      day: today,
      lines: lines.map((line) => ({ ...line, twice: true })),
      ...(isCounted(at) && { counted: naira(500) }),
      seen: (receipts[at] ?? []).toSorted(),
    }
    const from = { ...(admins[at % admins.length] as (typeof admins)[number]), key: randomUUID() }
    return () => server.ask(calls.collections.recordSheet, body, from)
  })
  const [first, second] = admins as [(typeof admins)[number], (typeof admins)[number]]
  const others = beats
    .slice(0, 10)
    .flatMap(({ agentId, wallets }) => [
      () =>
        server.ask(
          calls.savings.depositSaving,
          { savings_id: wallets[0]?.id ?? 0, amount: naira(7) },
          { ...first, key: randomUUID() },
        ),
      () =>
        server.ask(
          calls.cash.recordRemittance,
          { agent_id: agentId, counted: naira(3) },
          { ...second, key: randomUUID() },
        ),
    ])
  const repayments = lent.flatMap((loans) =>
    loans.slice(0, counterLoans).map(
      ({ id }) =>
        () =>
          server.ask(
            calls.loans.recordRepayment,
            { loan_id: id, amount: atCounter },
            { ...first, key: randomUUID() },
          ),
    ),
  )
  const all = [...sheets, ...others, ...repayments, ...sheets]
  const replies = await Promise.all(all.map((send) => send()))
  for (const [at, reply] of replies.slice(0, agentCount).entries())
    receipts[at]?.push((reply.json as { data: { reference: string } }).data.reference)
  return {
    requests: all.length,
    first: replies.slice(0, agentCount),
    others: replies.slice(agentCount, -agentCount),
    repeated: replies.slice(-agentCount),
  }
}

const balances = async (names: readonly string[]) => {
  const rows = await database
    .select({ name: accounts.name, balance: accounts.balance })
    .from(accounts)
    .where(inArray(accounts.name, [...names]))
  return new Map(rows.map(({ name, balance }) => [name, balance]))
}

it(
  `${agentCount} sheets of ${lineCount} lines at once, ${lenders} of them with loans: no deadlock, nothing lost, nothing twice; ${rounds} rounds`,
  async () => {
    // A transaction that loses a deadlock is tried again, and then counts twice.
    const transactions = vi.spyOn(server.services.connections.changes, 'transaction')
    for (let round = 0; round < rounds; round++) {
      transactions.mockClear()
      const { requests, first, others, repeated } = await recordAtOnce(round)
      for (const reply of [...first, ...others]) expect(reply).toMatchObject({ status: '200' })
      // The repeated sheet gets the reply of the first, or hears that the first is still being made.
      for (const [at, reply] of repeated.entries())
        if (reply.http === 409) expect(reply.message).toContain('still being made')
        else expect(reply.json).toEqual(first[at]?.json)
      // Of the first server, which gets its share of them.
      expect(transactions).toHaveBeenCalledTimes(requests / server.nodes)
    }

    const inAll = (amountIn: (round: number) => Kobo) =>
      sumKobo(Array.from({ length: rounds }, (_, at) => amountIn(at)))
    for (const [at, { agentId, wallets }] of beats.entries()) {
      const counter = at < 10 ? naira(7 * rounds) : naira(0)
      const held = await balances([agentCashOf(agentId), ...wallets.map(({ reference }) => reference)])
      const sums = wallets.map((_, line) => inAll((round) => amountOf(at, line, round)))
      expect(wallets.map(({ reference }) => held.get(reference))).toEqual(
        sums.map((sum, line) => sumKobo([sum, line === 0 ? counter : naira(0)])),
      )
      const loans = lent[at] ?? []
      const owed = await balances(loans.map(({ reference }) => reference))
      const repaid = loans.map((_, line) => inAll((round) => repaymentOf(line, round)))
      expect(loans.map(({ reference }) => owed.get(reference))).toEqual(
        repaid.map((sum, line) =>
          subtractKobo(naira(13_200), kobo(sum + (line < counterLoans ? atCounter * rounds : 0))),
        ),
      )
      const handedIn = naira(rounds * ((isCounted(at) ? 500 : 0) + (at < 10 ? 3 : 0)))
      expect(held.get(agentCashOf(agentId))).toBe(
        negateKobo(sumKobo([...sums, ...repaid, negateKobo(handedIn)])),
      )
    }
    const repayments = rounds * lenders * loanCount
    const counterRepayments = rounds * lenders * counterLoans
    const sheets = rounds * agentCount
    expect(await database.$count(collections)).toBe(sheets)
    expect(await database.$count(collectionLines)).toBe(sheets * lineCount + repayments)
    const deposits = sheets * lineCount + rounds * 10
    expect(await database.$count(savingsHistory)).toBe(deposits)
    const posted = deposits + repayments + counterRepayments + sheets / 2 + rounds * 10
    expect(await database.$count(entries)).toBe(lentEntries + posted)
    expect((await money.accountOf(cashAccount)).balance).toBe(
      cashBefore - naira(rounds * ((agentCount / 2) * 500 + 10 * 3 + 10 * 7)) - counterRepayments * atCounter,
    )
    const { rows } = await database.execute<{ numbers: string; references: string }>(
      sql`select count(distinct ${collections.reference}) as numbers,
        (select count(distinct ${entries.reference}) from ${entries}) as references from ${collections}`,
    )
    expect(rows[0]).toEqual({
      numbers: String(sheets),
      references: String(lentEntries + posted),
    })
    expect((await verifyLedger(database)).faults).toEqual([])
  },
  600_000 + rounds * 60_000,
)

it('a posting reads no table as a whole, also after a posting of many lines on the same connection', async () => {
  const lines = beats.flatMap(({ agentId, wallets }) => wallets.map((wallet) => ({ ...wallet, agentId })))
  const post = (tx: Transaction, some: typeof lines) =>
    postSavingsMovements(
      tx,
      some.map(({ id, reference, customerId, agentId }) => ({
        savingsId: id,
        movement: {
          kind: 'deposit' as const,
          amount: naira(1),
          customerId,
          wallet: reference,
          agentId,
          madeAt: server.clock.now(),
        },
      })),
    )
  let read: number | undefined
  const undone = database.transaction(async (tx) => {
    const scans = async () => {
      const { rows } = await tx.execute<{ scans: string }>(sql`
        select sum(pg_stat_get_xact_numscans(name::regclass)) as scans
        from unnest(array['ledger_entries', 'ledger_accounts', 'ledger_postings', 'savings']) name`)
      return Number(rows[0]?.scans)
    }
    await post(tx, lines.slice(0, 500))
    const before = await scans()
    await post(tx, lines.slice(0, 1))
    read = (await scans()) - before
    tx.rollback()
  })
  await expect(undone).rejects.toThrow('Rollback')
  expect(read).toBe(0)
})
