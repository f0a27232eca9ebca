import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { verifyChain } from '#server/audit/auditChain'
import { entries } from '#server/db/tables/ledger'
import { importRecords, imports } from '#server/db/tables/imports'
import { loanChanges } from '#server/db/tables/loanChanges'
import { guarantors, loanRateChanges, loans } from '#server/db/tables/loans'
import { savingsHistory, withdrawals } from '#server/db/tables/money'
import { customerMessages } from '#server/db/tables/messages'
import { creditRequests, messagesOffRequests } from '#server/db/tables/limits'
import { reversals } from '#server/db/tables/reversals'
import { adminActivity, customers, idempotencyKeys } from '#server/db/tables/schema'
import { uploads } from '#server/db/tables/uploads'
import { sweepUploads } from '#server/files/uploads'
import { saveIdentity } from '#server/identity/identities'
import { post } from '#server/ledger/post'
import { postRecovery } from '#server/ledger/recoveries'
import { verifyLedger } from '#server/ledger/verify'
import { anonymise, eraseOldReplies, dueCustomers, keptSince } from '#server/process/anonymise'
import { expectRefused } from '../support/guards'
import { manyCalls, openServer } from '../support/harness'
import { naira } from '../support/people'
import { startProcess } from '../support/processes'
import { loanFixturesOf } from '../loans/loanFixtures'

const server = await openServer({ limits: manyCalls, env: { ALLOW_SAME_APPROVER: 'true' } })
const { database, clock } = server
const all = calls
const boss = await server.enterAs({ role: 'SuperAdmin', name: 'Amaka Eze' })
const parts = await loanFixturesOf(server)
await parts.pay('MBW', naira(1_000_000))
const years = 6
/** Words that are nowhere else in the database; of the customer, and written about them. */
const words = [
  'Zainabqx',
  'Dikkoqx',
  '08099887766',
  'Alleyqx',
  'Guarantorqx',
  'Kinshipqx',
  '08011223344',
  'Laneqx',
  'mailqx',
  'Purposeqx',
  'Commentqx',
  'Reasonqx',
  'Wishqx',
  'Oldkeyqx',
  'Noteqx',
  'Changeqx',
]

const ask = async (call: Parameters<typeof server.ask>[0], body: object) => {
  const reply = await server.ask(call, body as never, boss)
  expect(reply.status, reply.text).toBe('200')
  return reply.json as { data: { id: number; reference: string } }
}
const due = async (before: Date) => {
  const ids: number[] = []
  for await (const some of dueCustomers(database, before)) ids.push(...some)
  return ids
}
const facts = () => ({ before: keptSince(clock.now(), years), adminId: boss.id, now: clock.now() })
const later = async (count: number) => {
  clock.pass(count * 366 * 1440)
  boss.token = await server.openSession(boss.id)
}

async function payOut(id: number, status: 'approve' | 'rejected' = 'approve') {
  const isTheirs = and(eq(withdrawals.customerId, id), eq(withdrawals.status, 'pending'))
  const [pending] = await database.select().from(withdrawals).where(isTheirs)
  await ask(all.withdrawals.WithDrawalRequestApproval, { id: pending?.id, status, comment: words[12] })
}

/** A customer with a bit of everything, all of it ended. */
async function endedCustomer() {
  const files = ['card-of-zainab', 'card-of-guarantor', 'bill-of-guarantor']
  for (const name of files) await server.services.files.put(name, Buffer.from(name))
  const customer = await server.makeCustomer(parts.agent.id, {
    firstName: words[0] ?? '',
    lastName: words[1] ?? '',
    phoneNumber: words[2] ?? '',
    homeAddress: `3 ${words[3]}`,
    officeAddress: `4 ${words[3]}`,
    state: 'Kano',
    lga: 'Dala',
    idCardFile: files[0] ?? null,
  })
  const { id } = customer
  await saveIdentity(database, server.services.identityKeys, id, { bvn: '22345678901', nin: '12345670002' })
  await ask(all.customers.creditUser, { customer_id: id, amount: naira(100) })
  const loan = await parts.apply(customer, { amount: naira(1000), times: 1 }, { description: words[9] ?? '' })
  await database.insert(guarantors).values({
    customerId: id,
    loanId: loan.id,
    agentId: parts.agent.id,
    firstName: words[4] ?? '',
    lastName: words[5] ?? '',
    phone: words[6] ?? '',
    address: words[7] ?? '',
    email: `${words[8]}@x.example`,
    idCardFile: files[1] ?? null,
    utilityFile: files[2] ?? null,
  })
  await database.insert(loanRateChanges).values({
    loanId: loan.id,
    adminId: boss.id,
    fromBasisPoints: 1,
    toBasisPoints: 2,
    withdrawnApprovalId: boss.id,
    withdrawnApprovalDate: clock.now(),
    withdrawnApprovalComment: words[10] ?? '',
  })
  await ask(all.loans.firstLoanApproval, { id: loan.id, status: 'accepted', comment: words[10] })
  await ask(all.loans.secondLoanApproval, { id: loan.id, status: 'accepted', comment: words[10] })
  await parts.repay(loan.id)
  const rejected = await parts.apply(customer, {}, { description: words[9] ?? '' })
  await ask(all.loans.firstLoanApproval, { id: rejected.id, status: 'rejected', comment: words[10] })
  const { data: credit } = await ask(all.customers.creditUser, { customer_id: id, amount: naira(50) })
  await ask(all.reversals.requestReversal, { reference: credit.reference, reason: words[11] })
  const [asked] = await database.select().from(reversals).where(eq(reversals.customerId, id))
  await ask(all.reversals.reversalDecision, { id: asked?.id, status: 'accept', comment: words[11] })
  for (const [amount, status] of [
    [naira(1), 'rejected'],
    [naira(1100), 'approve'],
  ] as const) {
    await ask(all.withdrawals.createWithDrawalRequest, { customer_id: id, amount, description: words[12] })
    await payOut(id, status)
  }
  const decision = { status: 'accept', comment: words[11] } as const
  await ask(all.messages.requestMessagesOff, { customer_id: id, reason: words[11] })
  const [off] = await database
    .select()
    .from(messagesOffRequests)
    .where(eq(messagesOffRequests.customerId, id))
  await ask(all.messages.messagesOffDecision, { id: off?.id, ...decision })
  await ask(all.messages.switchOnMessages, { customer_id: id })
  await ask(all.credits.requestCustomerCredit, { customer_id: id, amount: naira(1), reason: words[11] })
  const [wanted] = await database.select().from(creditRequests).where(eq(creditRequests.customerId, id))
  await ask(all.credits.creditDecision, { id: wanted?.id, ...decision, status: 'reject' })
  await ask(all.customers.freezeCustomer, { customer_id: id, reason: words[11] })
  await ask(all.customers.unfreezeCustomer, { customer_id: id, reason: words[11] })
  await ask(all.customers.updateCustomer, {
    customer_id: id,
    first_name: words[0],
    last_name: words[1],
    phone_number: words[2],
    home_address: words[3],
    office_address: '',
    state: 'Kano',
    lga: 'Dala',
  })
  const saving = await parts.makeSaving(customer)
  await ask(all.savings.depositSaving, { savings_id: saving.id, amount: naira(20) })
  await database
    .update(savingsHistory)
    .set({ notes: words[14] ?? '' })
    .where(eq(savingsHistory.savingsId, saving.id))
  await ask(all.savings.closeSaving, { savings_id: saving.id })
  await ask(all.withdrawals.createWithDrawalRequest, {
    customer_id: id,
    amount: naira(20),
    description: words[12],
  })
  await payOut(id)
  await database.insert(loanChanges).values({
    reference: `LX-${id}`,
    kind: 'reschedule',
    loanId: loan.id,
    customerId: id,
    amount: naira(1),
    reason: words[15] ?? '',
    instalmentPeriod: 'weekly',
    instalmentTimes: 1,
    firstDue: '2027-01-01',
    state: 3,
    requestedBy: boss.id,
    firstDecidedBy: boss.id,
    firstDecidedAt: clock.now(),
    firstComment: words[15] ?? '',
    createdAt: clock.now(),
  })
  const [importCase] = await database
    .insert(imports)
    .values({ cutOverDay: '2026-01-01', createdBy: boss.id })
    .returning()
  await database.insert(importRecords).values(
    (['customers', 'guarantors'] as const).map((noun, at) => ({
      id: id * 10 + at,
      importId: importCase?.id ?? 0,
      noun,
      key: words[13] ?? '',
      hash: `${words[13]} ${at}`,
      recordId: noun === 'customers' ? id : null,
    })),
  )
  await database.execute(
    sql`update customer_messages set state = 'sent', due_at = null where customer_id = ${id}`,
  )
  return customer
}

/** The tables in which a word is, with its column: all texts and JSON of the schema. */
async function tablesWith(list: readonly string[]) {
  const { rows: columns } = await database.execute<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY')`)
  const found: string[] = []
  for (const { table, column } of columns)
    for (const word of list) {
      const { rows } = await database.execute(sql`select 1 from ${sql.identifier(table)}
        where strpos(lower(${sql.identifier(column)}::text), ${word.toLowerCase()}) > 0 limit 1`)
      if (rows.length > 0) found.push(`${table}.${column} ${word}`)
    }
  return found
}
/** The sums of all that the books are: every column of postings and accounts, and of entries but their words. */
const books = async () =>
  (
    await database.execute(sql`select
      (select md5(string_agg(p::text, ',' order by id)) from ledger_postings p) as postings,
      (select md5(string_agg(a::text, ',' order by id)) from ledger_accounts a) as accounts,
      (select md5(string_agg((to_jsonb(e) - 'reason')::text, ',' order by id)) from ledger_entries e) as entries`)
  ).rows

describe('a customer whose relationship ended longer ago than the keeping period', { shuffle: false }, () => {
  let zainab: { id: number }
  beforeAll(async () => {
    zainab = await endedCustomer()
  })

  it('is not due before', async () => {
    expect(await due(keptSince(clock.now(), years))).toEqual([])
    clock.rewindAfterTest()
    await later(5)
    expect(await due(keptSince(clock.now(), years))).toEqual([])
    expect(await anonymise(database, zainab.id, facts())).toBe(false)
    expect(await tablesWith(words)).not.toEqual([])
  })

  it('leaves none of their words in any table, and the books as they were', async () => {
    const before = await tablesWith(words)
    // Every word is somewhere, so that its absence means something.
    for (const word of words)
      expect(
        before.some((one) => one.endsWith(word)),
        word,
      ).toBe(true)
    await later(7)
    expect(await due(keptSince(clock.now(), years))).toContain(zainab.id)
    const kept = await books()
    // Other tests insert loans without their schedule.
    const { faults } = await verifyLedger(database)
    expect(await anonymise(database, zainab.id, facts())).toBe(true)
    await eraseOldReplies(database, facts().before)
    expect(await tablesWith(words)).toEqual([])
    expect(await books()).toEqual(kept)
    expect((await verifyLedger(database)).faults).toEqual(faults)
    expect(await verifyChain(database)).toMatchObject({ intact: true })
  })

  it('has a row in the activity log, is in no list, and their files are removed', async () => {
    const rows = await database
      .select()
      .from(adminActivity)
      .where(eq(adminActivity.subject, `customer ${zainab.id}`))
    expect(rows.at(-1)).toMatchObject({ adminId: boss.id, description: `Anonymised customer ${zainab.id}` })
    expect(new Set(rows.map(({ subjectName }) => subjectName))).toEqual(
      new Set([`Former customer ${zainab.id}`]),
    )
    expectRefused(
      await server.ask(all.customers.getCustomer, { customer_id: zainab.id }, boss),
      `Customer with ID ${zainab.id} not found`,
    )
    expect(await database.$count(uploads)).toBe(3)
    await sweepUploads({ database, files: server.services.files }, clock.now())
    for (const name of ['card-of-zainab', 'card-of-guarantor', 'bill-of-guarantor'])
      expect(await server.services.files.read(name)).toBeUndefined()
    expect(await anonymise(database, zainab.id, facts())).toBe(false)
  })
})

/** A customer of seven years ago with nothing in any account. */
const oldCustomer = () =>
  server.makeCustomer(parts.agent.id, { createdAt: new Date(clock.now().getTime() - 7 * 366 * 86_400_000) })

describe('a customer with anything open or new', () => {
  const long = () => new Date(clock.now().getTime() - 7 * 366 * 86_400_000)
  const open: Record<string, (customer: { id: number; agentId: number }) => Promise<unknown>> = {
    'money in the main wallet': ({ id }) =>
      parts.pay(`customer ${id}`, naira(1), { customerId: id, madeAt: long() }),
    'an open savings wallet': async (one) => {
      const { id } = await parts.makeSaving(one)
      await database.execute(sql`update savings set created_at = ${long().toISOString()} where id = ${id}`)
    },
    'a pending application': (one) => parts.apply(one, {}, { createdAt: long() }),
    'an application after its first approval': (one) =>
      parts.apply(
        one,
        {},
        {
          createdAt: long(),
          applicationStatus: 'in-progress',
          firstApprovalId: boss.id,
          firstApprovalDate: long(),
        },
      ),
    'a running loan': (one) => parts.makeActiveLoan(one, naira(5), boss.id, long()),
    'a pending withdrawal': async ({ id }) => {
      await parts.pay(`customer ${id}`, naira(1), { customerId: id, madeAt: long() })
      await database.insert(withdrawals).values({
        reference: `WX-${id}`,
        customerId: id,
        amount: naira(1),
        description: 'x',
        requestedBy: boss.id,
        createdAt: long(),
      })
    },
    'a message that waits': ({ id }) =>
      database.insert(customerMessages).values({
        customerId: id,
        text: 'x',
        state: 'waiting',
        dueAt: long(),
        createdAt: long(),
      }),
    'a movement within the period': async ({ id }) => {
      await parts.pay(`customer ${id}`, naira(1), { customerId: id })
      await parts.pay(`customer ${id}`, naira(-1), { customerId: id })
    },
    'a recovery within the period': async (one) => {
      const loan = await parts.makeActiveLoan(one, naira(5), boss.id, long())
      const moves = [
        { account: 'LENT', amount: naira(5) },
        { account: loan.reference, amount: naira(-5) },
      ]
      const [writtenOff] = await database.transaction(async (tx) => {
        await post(tx, { kind: 'Loan write-off', customerId: one.id, madeAt: long(), moves })
        return tx
          .update(loans)
          .set({ loanStatus: 'written-off', writtenOff: naira(5), nextDue: null, createdAt: long() })
          .where(eq(loans.id, loan.id))
          .returning()
      })
      if (!writtenOff) throw new Error('There is no loan.')
      expect(await due(facts().before)).toContain(one.id)
      const made = { madeAt: clock.now(), adminId: boss.id }
      await database.transaction((tx) => postRecovery(tx, writtenOff, naira(1), made))
    },
    'a loan that was rejected within the period': (one) =>
      parts.apply(
        one,
        {},
        {
          createdAt: long(),
          applicationStatus: 'rejected',
          rejectedId: boss.id,
          rejectedDate: clock.now(),
          rejectionReason: 'x',
        },
      ),
    'a freeze': ({ id }) => database.update(customers).set({ isFrozen: true }).where(eq(customers.id, id)),
    'a request to switch messages off': ({ id }) =>
      database.insert(messagesOffRequests).values({
        reference: `MX-${id}`,
        customerId: id,
        reason: 'x',
        requestedBy: boss.id,
        createdAt: long(),
      }),
    'a requested credit': ({ id }) =>
      database.insert(creditRequests).values({
        reference: `QX-${id}`,
        customerId: id,
        amount: naira(1),
        reason: 'x',
        requestedBy: boss.id,
        createdAt: long(),
      }),
    'a reversal that waits': async ({ id }) => {
      const { entryId } = await parts.pay(`customer ${id}`, naira(1), { customerId: id, madeAt: long() })
      await parts.pay(`customer ${id}`, naira(-1), { customerId: id, madeAt: long() })
      await database.insert(reversals).values({
        reference: `RX-${id}`,
        originalId: entryId,
        customerId: id,
        amount: naira(1),
        reason: 'x',
        requestedBy: boss.id,
        createdAt: long(),
      })
    },
  }

  it.each(Object.keys(open))('stays: %s', async (what) => {
    const one = await oldCustomer()
    expect(await due(facts().before)).toContain(one.id)
    await open[what]?.(one)
    expect(await due(facts().before)).not.toContain(one.id)
    expect(await anonymise(database, one.id, facts())).toBe(false)
    const [row] = await database.select().from(customers).where(eq(customers.id, one.id))
    expect(row).toMatchObject({ firstName: 'Sade', anonymisedAt: null, isDeleted: false })
  })

  it('stays if money comes at the same moment, and takes no money once anonymised', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = await oldCustomer()
      const pay = () => server.ask(all.customers.creditUser, { customer_id: id, amount: naira(3) }, boss)
      const [paid, isDone] =
        round % 2 === 0
          ? await Promise.all([pay(), anonymise(database, id, facts())])
          : (await Promise.all([anonymise(database, id, facts()), pay()])).toReversed()
      const [row] = await database.select().from(customers).where(eq(customers.id, id))
      const { balance } = await parts.accountOf(`customer ${id}`)
      expect((paid as { status: unknown }).status).toBe(isDone ? '400' : '200')
      expect(row?.anonymisedAt !== null).toBe(isDone)
      expect(balance).toBe(isDone ? 0 : naira(3))
    }
  })

  it.skipIf(server.services.singleConnection)('waits for a movement that has not ended', async () => {
    const { id } = await oldCustomer()
    let isOver = false
    let waiting: Promise<boolean> | undefined
    await database.transaction(async (tx) => {
      await tx.execute(sql`select 1 from customers where id = ${id} for share`)
      waiting = anonymise(database, id, facts()).finally(() => {
        isOver = true
      })
      await expect.poll(async () => (await blocked()) > 0).toBe(true)
      expect(isOver).toBe(false)
      await post(tx, {
        kind: 'Customer credit',
        madeAt: clock.now(),
        customerId: id,
        moves: [
          { account: 'CASH', amount: naira(-2) },
          { account: `customer ${id}`, amount: naira(2) },
        ],
      })
    })
    expect(await waiting).toBe(false)
  })
  const blocked = async () => {
    const { rows } = await database.execute<{ count: string }>(
      sql`select count(*) from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
    )
    return Number(rows[0]?.count)
  }
})

describe('the database', () => {
  it('lets words be erased of an anonymised customer only, and nothing else be changed', async () => {
    const one = await oldCustomer()
    const { entryId } = await parts.pay(`customer ${one.id}`, naira(7), {
      customerId: one.id,
      reason: 'Words',
    })
    const set = (change: ReturnType<typeof sql>) =>
      database.execute(sql`update ledger_entries set ${change} where id = ${entryId}`)
    await expect(set(sql`reason = null`)).rejects.toThrow()
    await expect(
      database.execute(
        sql`update admin_activity set subject_name = null where subject_customer_id = ${one.id}`,
      ),
    ).resolves.toBeDefined()
    await database.update(customers).set({ anonymisedAt: clock.now() }).where(eq(customers.id, one.id))
    await expect(set(sql`reason = 'Others'`)).rejects.toThrow()
    await expect(set(sql`reason = null, kind = 'Savings deposit'`)).rejects.toThrow()
    await expect(set(sql`customer_id = null`)).rejects.toThrow()
    await expect(database.delete(entries).where(eq(entries.id, entryId))).rejects.toThrow()
    await set(sql`reason = null`)
    const [entry] = await database.select().from(entries).where(eq(entries.id, entryId))
    expect(entry?.reason).toBeNull()
    await database.update(customers).set({ anonymisedAt: null }).where(eq(customers.id, one.id))
  })

  it('keeps a file that another customer’s record names too, and newer replies', async () => {
    await server.services.files.put('shared-card', Buffer.from('x'))
    const [one, other] = [await oldCustomer(), await oldCustomer()]
    await database.update(customers).set({ idCardFile: 'shared-card' }).where(eq(customers.id, one.id))
    await database.update(customers).set({ idCardFile: 'shared-card' }).where(eq(customers.id, other.id))
    await ask(all.customers.creditUser, { customer_id: other.id, amount: naira(1) })
    const replies = async () => {
      const rows = await database.select({ reply: idempotencyKeys.reply }).from(idempotencyKeys)
      return rows.filter(({ reply }) => String(reply?.message).includes('credited')).length
    }
    expect(await replies()).toBeGreaterThan(0)
    const newer = await replies()
    expect(await anonymise(database, one.id, facts())).toBe(true)
    await eraseOldReplies(database, facts().before)
    await sweepUploads({ database, files: server.services.files }, clock.now())
    expect(await server.services.files.read('shared-card')).toBeDefined()
    expect(await replies()).toBe(newer)
  })
})

describe('npm run anonymise', { shuffle: false }, () => {
  const run = async (...args: string[]) => {
    const command = startProcess('anonymise', { ...server.environment, DEMO: 'off' }, ['anonymise', ...args])
    return { code: await command.ended, ...command.output }
  }
  /** The command has the time of the machine, not that of the test. */
  const made = new Date(Date.now() - 7 * 366 * 86_400_000)

  it.skipIf(server.services.singleConnection)(
    'says first how many are due, needs a superadmin, and does it once',
    async () => {
      const { id } = await server.makeCustomer(parts.agent.id, { createdAt: made })
      const dry = await run('--dry-run')
      expect(dry).toMatchObject({ code: 0, err: '' })
      expect(dry.out).toMatch(
        /^1 customer with nothing open and nothing new since .* \(KEEP_YEARS=6\)\. Nothing was/,
      )
      const other = await server.makeAdmin()
      for (const args of [
        ['--admin', other.email],
        ['--admin', 'nobody@x.example'],
        [],
        ['--dry-run', '--admin', 'x'],
      ]) {
        const refused = await run(...args)
        expect(refused).toMatchObject({ code: 1, out: '' })
        expect(refused.err).toMatch(/superadmin/)
      }
      const [before] = await database.select().from(customers).where(eq(customers.id, id))
      expect(before?.anonymisedAt).toBeNull()
      expect((await run('--admin', boss.email)).out).toMatch(/^1 anonymised, /)
      const [after] = await database.select().from(customers).where(eq(customers.id, id))
      expect(after).toMatchObject({
        firstName: 'Former',
        lastName: 'Customer',
        phoneNumber: '',
        isDeleted: true,
      })
      expect((await run('--admin', boss.email)).out).toMatch(/^0 anonymised, /)
    },
  )
})
