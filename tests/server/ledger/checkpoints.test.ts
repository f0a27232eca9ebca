import { describe, expect, it } from 'vitest'
import type { Database, Transaction } from '#server/db/database'
import { mainWalletOf } from '#server/ledger/accounts'
import { entries } from '#server/db/tables/ledger'
import { lastCheckpoint } from '#server/ledger/checkpoints'
import { post } from '#server/ledger/post'
import { verifyBooks } from '#server/ledger/verify'
import { openServer } from '../support/harness'
import { naira } from '../support/people'
import { onPostgres } from '../support/testDatabase'

const server = await openServer({ demo: true })
const { database } = server
const newOnly = (books: Database = database) => verifyBooks(books, { sinceCheckpoint: true })
const cash = 'CASH'

const credit = (tx: Database | Transaction, account: string, amount: number) =>
  post(tx, {
    kind: 'Main wallet credit',
    madeAt: server.clock.now(),
    moves: [
      { account: cash, amount: naira(-amount) },
      { account, amount: naira(amount) },
    ],
  })

describe('a checkpoint', { shuffle: false }, () => {
  it('is made by a run that finds nothing, whole or not', async () => {
    await verifyBooks(database)
    const wallet = mainWalletOf((await server.makeCustomer((await server.makeAgent()).id)).id)
    await database.transaction((tx) => credit(tx, wallet, 10))
    const before = await lastCheckpoint(database)
    expect(await newOnly()).toEqual({
      faults: [],
      accounts: 2,
      entries: 1,
      postings: 2,
      since: { checkpoint: before?.last.madeAt, wholeAt: before?.last.madeAt },
    })
    expect(await newOnly()).toMatchObject({
      faults: [],
      accounts: 0,
      entries: 0,
      postings: 0,
      since: { wholeAt: before?.last.madeAt },
    })
  })

  it('is not made by a run that finds a fault, which the next one finds again', async () => {
    const add = (kobo: number) =>
      database.$client.query(`alter table ledger_accounts disable trigger user;
        update ledger_accounts set balance = balance + ${kobo} where name = 'TW';
        alter table ledger_accounts enable trigger user`)
    const before = await lastCheckpoint(database)
    await add(1)
    const fault = 'account TW has another balance than its postings make'
    for (const _time of [1, 2]) expect((await newOnly()).faults).toContain(fault)
    expect((await verifyBooks(database)).faults).toContain(fault)
    await add(-1)
    expect(await lastCheckpoint(database)).toEqual(before)
    expect((await newOnly()).faults).toEqual([])
  })

  it('is of everything if there was none', async () => {
    await database.$client.query('truncate verified_accounts, verified_sums, ledger_checkpoints')
    const read = await newOnly()
    expect(read).toMatchObject({ faults: [], entries: await database.$count(entries) })
    expect(read.since).toBeUndefined()
    expect(await lastCheckpoint(database)).toMatchObject({ last: { isWhole: true } })
  })

  it.runIf(onPostgres)('does not skip what was open when it was made and committed later', async () => {
    const agent = await server.makeAgent()
    const [late, early] = [await server.makeCustomer(agent.id), await server.makeCustomer(agent.id)]
    await database.transaction((tx) => credit(tx, mainWalletOf(late.id), 50))
    await verifyBooks(database)
    // Between the customer's own accounts, so that the other movement has to wait for none of them.
    let release = () => {}
    let posted: (id: number) => void = () => {}
    const isPosted = new Promise<number>((resolve) => (posted = resolve))
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    const open = database.transaction(async (tx) => {
      const entry = await post(tx, {
        kind: 'Main wallet credit',
        madeAt: server.clock.now(),
        moves: [
          { account: mainWalletOf(late.id), amount: naira(-5) },
          { account: `agent ${agent.id}`, amount: naira(5) },
        ],
      })
      posted(entry.entryId)
      await isReleased
    })
    const lateId = await isPosted
    const { entryId } = await database.transaction((tx) => credit(tx, mainWalletOf(early.id), 1))
    expect(entryId).toBeGreaterThan(lateId)
    const meanwhile = await newOnly()
    expect(meanwhile).toMatchObject({ faults: [], entries: 1, postings: 2 })
    expect((await lastCheckpoint(database))?.last.lastEntryId).toBe(entryId)
    release()
    await open
    // It moves the cash of an agent, which its kind never does: the fault is of the entry with the lower id.
    const next = await newOnly()
    expect(next).toMatchObject({ entries: 1, postings: 2 })
    expect(next.faults).toEqual([
      expect.stringMatching(/^posting \d+ of MC-\S+ moves the cash of an agent, which its kind never does$/),
    ])
  })

  it.runIf(onPostgres)('is made by one run after the other', async () => {
    const place = await openServer({ demo: true })
    const runs = await Promise.all([
      verifyBooks(place.database),
      newOnly(place.database),
      newOnly(place.database),
      verifyBooks(place.database),
    ])
    expect(runs.flatMap(({ faults }) => faults)).toEqual([])
    const { rows } = await place.database.$client.query(
      'select entries, postings from ledger_checkpoints group by 1, 2',
    )
    expect(rows).toHaveLength(1)
  })
})
