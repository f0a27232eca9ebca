import { desc, eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { cashDifferences } from '#server/db/tables/cash'
import { entries } from '#server/db/tables/ledger'
import { tillSessions } from '#server/db/tables/tills'
import { withdrawals } from '#server/db/tables/money'
import { databaseError } from '#server/errors/refusals'
import { tillAccountOf } from '#server/ledger/accounts'
import { openReversalDesk } from '../reversals/reversalDesk'
import { faultsIn } from '../support/books'
import { expectRefused } from '../support/guards'
import type { Answer } from '../support/harness'
import { linkFrom, openLink, uploaded } from '../support/files'
import { naira } from '../support/people'
import { tillsOf } from '../support/tills'

const desk = await openReversalDesk()
const { server, saver, deposit, credit, balance } = desk
const { database } = server
const { manager, makeTill, held, open, newestSession, close, requireTills } = await tillsOf(server)
const cashier = () =>
  server.enter('can-open-till', 'can-record-collection', 'can-credit-customer', 'can-approve-withdrawal')
const decider = await server.enter(
  'can-do-first-approval',
  'can-do-second-approval',
  'can-approve-withdrawal',
)
const second = await server.enter('can-do-second-approval')
type Actor = Awaited<ReturnType<typeof cashier>>
const statuses = (replies: readonly Answer[]) => replies.map(({ status }) => String(status)).toSorted()

// The vault holds enough for floats.
await desk.money.pay('MBW', naira(1_000_000))
afterEach(async () => expect(await faultsIn(database)).toEqual([]))

/** An open till of a new cashier. */
async function opened(float: Kobo = naira(20_000)) {
  const [till, who] = [await makeTill(), await cashier()]
  expect((await open(till.id, float, who)).status).toBe('200')
  return { till, who, session: await newestSession(), account: tillAccountOf(till.id) }
}
async function withdraw(amount: Kobo, from: Actor) {
  const one = await saver()
  await desk.money.pay(one.main, naira(100_000), { customerId: one.customer.id })
  const body = { customer_id: one.customer.id, amount, description: 'Rent' }
  await server.ask(calls.withdrawals.createWithDrawalRequest, body, desk.recorder)
  const [row] = await database.select().from(withdrawals).where(eq(withdrawals.customerId, one.customer.id))
  return {
    one,
    reply: await server.ask(
      calls.withdrawals.WithDrawalRequestApproval,
      { id: row?.id ?? 0, status: 'approve' },
      from,
    ),
  }
}

describe('a till', () => {
  it('takes its float from the vault, holds what its admin takes less what is paid, and hands it over', async () => {
    const vault = await held('CASH')
    const { till, who, session, account } = await opened()
    expect(await held('CASH')).toBe(vault - naira(20_000))
    const one = await saver()
    await deposit(one.saving.id, naira(3_000), who)
    await credit(one.customer.id, naira(500), who)
    expect((await withdraw(naira(1_200), who)).reply.status).toBe('200')
    expect(await held(account)).toBe(naira(22_300))
    const reply = await close(session.id, naira(22_300), who)
    expect(reply.message).toContain(
      '₦22,300.00 counted and handed over to the vault. It is what was expected.',
    )
    expect(reply.output().data).toMatchObject({ till: till.name, expected: naira(22_300), difference: 0 })
    expect(await held(account)).toBe(0)
  })

  it('is not what others take: theirs goes to the vault', async () => {
    const { who, session, account } = await opened()
    const one = await saver()
    const vault = await held('CASH')
    await credit(one.customer.id, naira(700))
    expect([await held(account), await held('CASH')]).toEqual([naira(20_000), vault + naira(700)])
    await close(session.id, naira(20_000), who)
  })

  it('pays no more than it holds, and takes no float that the vault lacks', async () => {
    const { who, session } = await opened(naira(1_000))
    expectRefused((await withdraw(naira(1_001), who)).reply, 'The till holds less than ₦1,001.00.')
    expect((await withdraw(naira(1_000), who)).reply.status).toBe('200')
    await close(session.id, naira(0), who)
    const till = await makeTill()
    expectRefused(await open(till.id, naira(900_000_000), who), 'The vault holds less than ₦900,000,000.00.')
    expect((await open(till.id, naira(0), who)).status).toBe('200')
    await close((await newestSession()).id, naira(0), who)
  })

  it('is open for one admin, who has one open', async () => {
    const { till, who, session } = await opened()
    const another = await cashier()
    expectRefused(
      await open(till.id, naira(10), another),
      `Till ${till.name} is open for Test Admin already.`,
    )
    expectRefused(
      await open((await makeTill()).id, naira(10), who),
      `You have till ${till.name} open already. Close it first.`,
    )
    expect((await close(session.id, naira(10), another)).message).toBe('This till is open for another admin.')
    const free = await makeTill()
    const replies = await Promise.all([
      open(free.id, naira(10), another),
      open(free.id, naira(10), await cashier()),
    ])
    expect(statuses(replies)).toEqual(['200', '400'])
    await close((await newestSession()).id, naira(10), manager)
    await close(session.id, naira(20_000), who)
    expectRefused(await close(session.id, naira(20_000), who), `Till ${till.name} is closed already.`)
  })

  it('names nothing of what it should hold before its count is entered twice', async () => {
    const { who, session } = await opened()
    expectRefused(
      await close(session.id, naira(1), who, naira(2)),
      'The two counts differ. Count the cash again.',
    )
    const { data } = (await server.ask(calls.tills.getMyTill, {}, who)).output()
    expect(data.session).toEqual({
      id: session.id,
      reference: session.reference,
      till_id: session.tillId,
      till: expect.any(String),
      day: session.day,
      opened_at: expect.any(String),
      float: naira(20_000),
    })
    expect((await server.ask(calls.tills.getCashPlaces, {}, who)).http).toBe(403)
    await close(session.id, naira(20_000), who)
  })

  it('of yesterday is closed before its admin takes cash today', async () => {
    const { who, session, till } = await opened()
    const one = await saver()
    server.clock.rewindAfterTest()
    server.clock.pass(24 * 60)
    const again = { ...who, token: await server.openSession(who.id) }
    expectRefused(
      await server.ask(calls.customers.creditUser, { customer_id: one.customer.id, amount: naira(5) }, again),
      `Your till ${till.name} of 18 Nov 2026 is still open. Close it first.`,
    )
    expect((await close(session.id, naira(20_000), again)).status).toBe('200')
  })
})

describe('a count that differs', () => {
  const short = async (counted: Kobo) => {
    const all = await opened()
    await close(all.session.id, counted, all.who)
    return all
  }
  const difference = async (till_session_id: number, from: Actor) => {
    const body = { till_session_id, reason: 'Too much change given' }
    return server.ask(calls.cash.requestTillDifference, body, from)
  }
  const newestOf = async (sessionId: number) => {
    const [one] = await database
      .select()
      .from(cashDifferences)
      .where(eq(cashDifferences.tillSessionId, sessionId))
      .orderBy(desc(cashDifferences.id))
      .limit(1)
    return one
  }
  const decide = async (sessionId: number) => {
    const one = await newestOf(sessionId)
    const body = { id: one?.id ?? 0, status: 'accept' } as const
    await server.ask(calls.cash.firstCashDifferenceDecision, body, decider)
    return server.ask(calls.cash.secondCashDifferenceDecision, body, second)
  }

  it.each([
    ['missing', naira(19_500), naira(500), 'written off'],
    ['surplus', naira(20_100), naira(-100), 'kept as a surplus'],
  ] as const)('(%s) stays on the till until two others approve it', async (_type, counted, left, words) => {
    const { till, who, session, account } = await short(counted)
    expect(await held(account)).toBe(left)
    expectRefused(
      await open(till.id, naira(10), who),
      `Till ${till.name} has a difference of its last session. It is settled first; open another till.`,
    )
    const asked = await difference(session.id, who)
    expect(asked.message).not.toContain('₦')
    expectRefused(
      await difference(session.id, who),
      `Difference ${asked.output().data.reference} of this session awaits its decision already.`,
    )
    const overShort = await balance('OVER-SHORT')
    expect((await decide(session.id)).message).toContain(words)
    expect(await held(account)).toBe(0)
    expect(await balance('OVER-SHORT')).toBe(overShort - left)
    expect((await open(till.id, naira(10), who)).status).toBe('200')
    await close((await newestSession()).id, naira(10), who)
  })

  it('is requested by who had the till, and only where there is one', async () => {
    const { who, session, till } = await short(naira(20_000))
    expectRefused(await difference(session.id, who), `Till ${till.name} shows no difference.`)
    const other = await short(naira(19_000))
    expectRefused(await difference(other.session.id, who), 'This session is another admin’s.')
    const [replies] = [
      await Promise.all([difference(other.session.id, other.who), difference(other.session.id, other.who)]),
    ]
    expect(statuses(replies)).toEqual(['200', '400'])
    await decide(other.session.id)
  })

  it('is of its session, whatever its till holds since, and shown there again by its reversal', async () => {
    const { till, who, session, account } = await short(naira(19_500))
    await difference(session.id, who)
    await decide(session.id)
    const another = await cashier()
    expect((await open(till.id, naira(7_000), another)).status).toBe('200')
    const later = await newestSession()
    expectRefused(await difference(session.id, who), `Till ${till.name} shows no difference.`)
    const entryId = (await newestOf(session.id))?.entryId ?? 0
    const [entry] = await database.select().from(entries).where(eq(entries.id, entryId))
    const settled = entry?.reference ?? ''
    expectRefused(await desk.request(settled), `Till ${till.name} is open again. It is closed first.`)
    const closed = await close(later.id, naira(7_000), another)
    expect(closed.output().data).toMatchObject({ expected: naira(7_000), difference: 0 })
    await desk.reverse(settled)
    expect(await held(account)).toBe(naira(500))
    const list = (await server.ask(calls.tills.getTills, {}, manager)).output().data
    expect(list.find(({ id }) => id === till.id)?.difference_session_id).toBe(session.id)
    expectRefused(await difference(later.id, another), `Till ${till.name} shows no difference.`)
    expect((await difference(session.id, who)).status).toBe('200')
    await decide(session.id)
    expect(await held(account)).toBe(0)
  })
})

describe('the cash that was handed over', () => {
  it('is received by another admin, whose count must be the same', async () => {
    const { who, session } = await opened()
    await close(session.id, naira(20_000), who)
    const receive = (counted: Kobo, from: { token: string }) =>
      server.ask(calls.tills.receiveTillCash, { till_session_id: session.id, counted }, from)
    expectRefused(
      await receive(naira(19_999), manager),
      'That is not what the till was closed with. Count the cash again.',
    )
    expect((await receive(naira(20_000), manager)).status).toBe('200')
    expectRefused(await receive(naira(20_000), manager), 'The cash of this session was received already.')
    const [row] = await database.select().from(tillSessions).where(eq(tillSessions.id, session.id))
    expect(row).toMatchObject({ receivedBy: manager.id })
  })

  it('is not received by who counted it', async () => {
    const { who, session } = await opened()
    await close(session.id, naira(20_000), manager)
    expectRefused(
      await server.ask(
        calls.tills.receiveTillCash,
        { till_session_id: session.id, counted: naira(20_000) },
        manager,
      ),
      'You counted this till yourself. Another admin must receive its cash.',
    )
    expect(who).toBeDefined()
  })
})

describe('a reversal', () => {
  it('takes the cash from the till while it is open, and from the vault once it is closed', async () => {
    const { who, session, account } = await opened()
    const one = await saver()
    const [first, later] = [
      await credit(one.customer.id, naira(300), who),
      await credit(one.customer.id, naira(400), who),
    ]
    await desk.reverse(first)
    expect(await held(account)).toBe(naira(20_400))
    await close(session.id, naira(20_400), who)
    const vault = await held('CASH')
    await desk.reverse(later)
    expect([await held(account), await held('CASH')]).toEqual([0, vault - naira(400)])
    expect(await balance(one.main)).toBe(0)
  })

  it('of a movement whose session was closed is at the vault, also while its till is open again', async () => {
    const { till, who, session, account } = await opened()
    const one = await saver()
    const reference = await credit(one.customer.id, naira(300), who)
    await close(session.id, naira(20_300), who)
    const another = await cashier()
    expect((await open(till.id, naira(50), another)).status).toBe('200')
    const vault = await held('CASH')
    await desk.reverse(reference)
    expect([await held(account), await held('CASH')]).toEqual([naira(50), vault - naira(300)])
    const closed = await close((await newestSession()).id, naira(50), another)
    expect(closed.output().data).toMatchObject({ expected: naira(50), difference: 0 })
  })

  it('of more than the till holds is refused; floats and handovers are never reversed', async () => {
    const { who, session } = await opened(naira(0))
    const one = await saver()
    const reference = await credit(one.customer.id, naira(300), who)
    await withdraw(naira(200), who)
    expectRefused(await desk.request(reference), 'The till no longer covers the reversal.')
    await close(session.id, naira(100), who)
    const [row] = await database.select().from(tillSessions).where(eq(tillSessions.id, session.id))
    const { rows } = await database.$client.query('select reference from ledger_entries where id = $1', [
      row?.handoverEntryId,
    ])
    expectRefused(
      await desk.request(rows[0].reference),
      `${rows[0].reference} hands the counted cash of a till to the vault. A wrong count is settled as a cash difference.`,
    )
  })
})

describe('where tills are required', () => {
  it('no cash is taken or paid without an open one; remittances and wallets go to the vault', async () => {
    await requireTills('on')
    const one = await saver()
    const refusal = 'You have no open till. Open one first: cash at the counter goes through it.'
    expectRefused(
      await server.ask(
        calls.customers.creditUser,
        { customer_id: one.customer.id, amount: naira(5) },
        desk.recorder,
      ),
      refusal,
    )
    expectRefused((await withdraw(naira(50), decider)).reply, refusal)
    const sheet = await desk.collect(one.agent.id, one.saving.id, naira(900))
    expect(sheet.reference).toMatch(/^CS-/)
    const { who, session } = await opened()
    expect(await credit(one.customer.id, naira(5), who)).toMatch(/^CC-/)
    await close(session.id, naira(20_005), who)
    await requireTills('off')
    expect(await credit(one.customer.id, naira(5))).toMatch(/^CC-/)
  })
})

describe('the bank', () => {
  const move = (direction: 'deposit' | 'withdrawal', amount: Kobo, slip_number: string, key?: string) =>
    server.ask(
      calls.tills.recordBankMovement,
      { direction, amount, slip_number },
      { ...manager, ...(key && { key }) },
    )

  it('gets from the vault and gives back, each slip once a direction, and never more than there is', async () => {
    const [vault, bank] = [await held('CASH'), await held('BANK')]
    expect((await move('deposit', naira(50_000), ' gtb-77 ')).status).toBe('200')
    expect([await held('CASH'), await held('BANK')]).toEqual([vault - naira(50_000), bank + naira(50_000)])
    expect((await move('deposit', naira(1), 'GTB-77')).message).toMatch(
      /^Slip GTB-77 is recorded already, by BD-/,
    )
    expectRefused(await move('withdrawal', naira(60_000), 'GTB-77'), 'The bank holds less than ₦60,000.00.')
    expect((await move('withdrawal', naira(20_000), 'GTB-77')).status).toBe('200')
    expect(await held('BANK')).toBe(bank + naira(30_000))
    expectRefused(
      await move('deposit', naira(800_000_000), 'GTB-78'),
      'The vault holds less than ₦800,000,000.00.',
    )
    const replies = await Promise.all([
      move('deposit', naira(10), 'GTB-79'),
      move('deposit', naira(10), 'GTB-79'),
    ])
    expect(statuses(replies)).toEqual(['200', '400'])
  })

  it('keeps the file of a slip, for who may see the movement', async () => {
    const slip = await uploaded(server, manager)
    const body = { direction: 'deposit' as const, amount: naira(20), slip_number: 'GTB-81', slip }
    expect((await server.ask(calls.tills.recordBankMovement, body, manager)).status).toBe('200')
    const list = await server.ask(calls.tills.getBankMovements, { page: 1 }, manager)
    const [newest, before] = list.output().data.data
    expect([newest?.has_slip, before?.has_slip]).toEqual([true, false])
    const linkOf = (id = 0, from: { token: string } = manager) =>
      server.ask(calls.tills.getBankSlip, { id }, from)
    const reply = await linkOf(newest?.id)
    const file = await openLink(server, linkFrom(reply, reply.output().data.slip ?? ''))
    expect(file.headers['content-type']).toContain('image/')
    expect((await linkOf(before?.id)).output().data.slip).toBeNull()
    expect((await linkOf(newest?.id, await server.enter('can-open-till'))).http).toBe(403)
    // A file is used once.
    expectRefused(
      await server.ask(calls.tills.recordBankMovement, { ...body, slip_number: 'GTB-82' }, manager),
      'The slip is not there any more. Please upload it again.',
    )
  })

  it('is reversed by the mirror, after which the slip can be recorded again', async () => {
    const bank = await held('BANK')
    const reference = (await move('deposit', naira(700), 'GTB-80')).output().data.reference
    await desk.reverse(reference)
    expect(await held('BANK')).toBe(bank)
    expect((await move('deposit', naira(70), 'GTB-80')).status).toBe('200')
  })
})

describe('what each place should hold now', () => {
  it('adds up to the accounts, and each opens its movements', async () => {
    const { till, who, session } = await opened(naira(2_000))
    const { data } = (await server.ask(calls.tills.getCashPlaces, {}, manager)).output()
    expect(data.map(({ place }) => place)).toEqual([
      'vault',
      ...data.filter(({ place }) => place === 'till').map(() => 'till'),
      'bank',
      'agents',
    ])
    const own = data.find(({ till_id }) => till_id === till.id)
    expect(own).toMatchObject({
      name: till.name,
      holds: naira(2_000),
      came_in: naira(2_000),
      went_out: 0,
      admin: 'Test Admin',
    })
    expect(data[0]?.holds).toBe(await held('CASH'))
    const movements = await server.ask(
      calls.tills.getPlaceMovements,
      { page: 1, place: 'till', till_id: till.id },
      manager,
    )
    expect(movements.output().data.data).toMatchObject([
      { source: 'Till float', amount: naira(2_000), held_after: naira(2_000) },
    ])
    await close(session.id, naira(2_000), who)
  })
})

it('a movement and the closing of its till at once: the count contains it, or it goes to the vault', async () => {
  for (let round = 0; round < 6; round++) {
    const { who, session, account } = await opened(naira(100))
    const one = await saver()
    const [closed, credited] = await Promise.all([
      close(session.id, naira(100), who),
      server.ask(calls.customers.creditUser, { customer_id: one.customer.id, amount: naira(40) }, who),
    ])
    expect([closed.status, credited.status]).toEqual(['200', '200'])
    const { expected } = closed.output().data
    expect(await held(account)).toBe(expected - naira(100))
    expect(await faultsIn(database)).toEqual([])
  }
})

it('the database keeps sessions as they were closed', async () => {
  const { who, session } = await opened(naira(100))
  const codeOf = (made: Promise<unknown>) =>
    made.then(
      () => 'done',
      (error: unknown) => databaseError(error)?.code,
    )
  const set = (values: Partial<typeof tillSessions.$inferInsert>) =>
    codeOf(database.update(tillSessions).set(values).where(eq(tillSessions.id, session.id)))
  expect(await set({ float: naira(1) })).toBe('23001')
  await close(session.id, naira(100), who)
  expect(await set({ counted: naira(1) })).toBe('23001')
  expect(await codeOf(database.delete(tillSessions).where(eq(tillSessions.id, session.id)))).toBe('23001')
})
