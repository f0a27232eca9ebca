import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { verifyLedger } from '#server/ledger/verify'
import { databaseError } from '#server/errors/refusals'
import { postRuns } from '#server/runs/run'
import { expectRefused } from '../support/guards'
import { naira } from '../support/people'
import { openLoanChangeDesk } from './loanChangeDesk'
import { sentences } from '../../sentences'

const desk = await openLoanChangeDesk()
const { server, parts, asker, one, two, lend, account, writeOff, reschedule, first, second } = desk
const { changeOf, carryOut, repay, tryToRepay, reverse, request, balance } = desk
const { getLoanChanges, getLoanChangeCase } = calls.loanChanges
const caseOf = async (id: number, by: { token: string }) =>
  (await server.ask(getLoanChangeCase, { id }, by)).output().data[0]
const faultless = async () => expect((await verifyLedger(server.database)).faults).toEqual([])
const openAndState = async (loan_id: number) =>
  (await account(loan_id)).schedule.map(({ number, open, status }) => [number, open, status])

describe('a write-off', () => {
  it('takes all that is owed off the loan after two approvals, and leaves the wallets alone', async () => {
    const loan = await lend()
    await parts.punish(loan.id)
    await repay(loan.id, naira(1000))
    const wallets = async () => [await balance('MBW'), await balance('PW')]
    const [before, lent] = [await wallets(), await balance('LENT')]
    const asked = await writeOff(loan.id)
    const { id, reference } = await changeOf(loan.id)
    expect(asked.message).toBe(
      `Write-off ${reference} (₦12,365.00) of loan ${loan.reference} was requested. It awaits its first approval.`,
    )
    expect(reference).toMatch(/^LC-261118-\d{6}$/)
    expect((await first(id, one, 'accept', ' Seen ')).message).toBe(
      `Write-off ${reference} (₦12,365.00) has its first approval. It awaits the second.`,
    )
    expect((await account(loan.id)).balance).toBe(naira(12_365))
    const done = await second(id, two)
    const entry = (await account(loan.id)).changes[0]?.entry
    expect(entry).toMatch(/^LW-261118-\d{6}$/)
    expect(done.message).toBe(
      `Write-off ${reference} approved: ₦12,365.00 of loan ${loan.reference} was written off (${entry}).`,
    )
    expect(await wallets()).toEqual(before)
    expect(await balance('LENT')).toBe(lent + naira(12_365))
    const after = await account(loan.id)
    expect(after).toMatchObject({
      loan_status: 'written-off',
      balance: 0,
      written_off: naira(12_365),
      arrears: { days: 0, amount: 0, bucket: null },
    })
    expect(await openAndState(loan.id)).toEqual([1, 2, 3, 4].map((number) => [number, 0, 'written-off']))
    expect(
      after.movements.slice(0, 4).map((row) => [row.kind, row.instalment, row.amount, row.balance]),
    ).toEqual([
      ['write-off', 4, naira(3300), 0],
      ['write-off', 3, naira(3300), naira(3300)],
      ['write-off', 2, naira(3300), naira(6600)],
      ['write-off', 1, naira(2465), naira(9900)],
    ])
    expectRefused(
      await tryToRepay(loan.id, naira(1)),
      `Loan ${loan.reference} is written off. What comes in on it is a recovery; before it can be repaid, its write-off must be reversed.`,
    )
    const listed = await server.ask(getLoanChanges, { page: 1, search: loan.reference }, asker)
    expect(listed.output().data.data).toMatchObject([
      {
        reference,
        kind: 'write-off',
        status: 'Approved',
        first_comment: 'Seen',
        entry,
        reason: 'Moved away',
      },
    ])
    await faultless()
  })

  it('is reversed like a movement: the loan is owed and repaid again, and can be written off again', async () => {
    const loan = await lend()
    await repay(loan.id, naira(4000))
    const before = await account(loan.id)
    await carryOut(loan.id, writeOff)
    const { entry } = (await account(loan.id)).changes[0] ?? {}
    await reverse(entry ?? '')
    const after = await account(loan.id)
    expect(after).toMatchObject({ loan_status: 'active', balance: naira(9200), written_off: 0 })
    expect(after.schedule).toEqual(before.schedule)
    await faultless()
    await repay(loan.id, naira(200))
    await carryOut(loan.id, writeOff)
    expect(await account(loan.id)).toMatchObject({ written_off: naira(9000), balance: 0 })
    await faultless()
  })
})

describe('a rescheduling', () => {
  it('moves what is open to new installments, to the kobo, and keeps penalties owed', async () => {
    const loan = await lend()
    await parts.punish(loan.id)
    await repay(loan.id, naira(100))
    const asked = await reschedule(loan.id)
    const { id, reference } = await changeOf(loan.id)
    expect(asked.message).toContain(`Rescheduling ${reference} (₦13,265.00) of loan ${loan.reference}`)
    const planned = [
      { number: 5, due_date: '2027-01-31', amount: naira(4400), penalty: naira(65) },
      { number: 6, due_date: '2027-02-28', amount: naira(4400), penalty: 0 },
      { number: 7, due_date: '2027-03-31', amount: naira(4400), penalty: 0 },
    ]
    expect(await caseOf(id, one)).toMatchObject({
      planned,
      obstacle: null,
      against: null,
      owed: naira(13_265),
    })
    await first(id, one)
    const done = await second(id, two)
    expect(done.message).toBe(
      `Rescheduling ${reference} approved: ₦13,265.00 of loan ${loan.reference} is due in 3 installments, the first on 31 Jan 2027.`,
    )
    const after = await account(loan.id)
    expect(after).toMatchObject({
      loan_status: 'active',
      balance: naira(13_265),
      maturity_date: '2027-03-31',
      arrears: { days: 0, amount: 0 },
      rescheduled_date: '2026-11-18T10:00:00.000Z',
    })
    expect(
      after.schedule
        .slice(4)
        .map(({ number, due_date, amount, penalty }) => ({ number, due_date, amount, penalty })),
    ).toEqual(planned)
    expect(after.schedule.slice(0, 4).map(({ moved, status, paid }) => [moved, status, paid])).toEqual([
      [naira(3365), 'rescheduled', naira(100)],
      ...[2, 3, 4].map(() => [naira(3300), 'rescheduled', 0]),
    ])
    expect(await caseOf(id, one)).toMatchObject({ planned: [], state: 2 })
    await faultless()
    await repay(loan.id, naira(13_265))
    expect(await account(loan.id)).toMatchObject({
      balance: 0,
      loan_status: 'paid',
      interest_paid: naira(1200),
    })
    await faultless()
  })

  it('once more, with a repayment from before it reversed, stays exact', async () => {
    const loan = await lend()
    const early = await repay(loan.id, naira(4000))
    await carryOut(loan.id, reschedule)
    await repay(loan.id, naira(1000))
    await carryOut(loan.id, (id) => reschedule(id, { instalment_times: 7, instalment_period: 'daily' }))
    await faultless()
    await reverse(early)
    const after = await account(loan.id)
    expect(after.balance).toBe(naira(12_200))
    expect(await openAndState(loan.id)).toEqual([
      [1, naira(3300), 'pending'],
      [2, naira(700), 'pending'],
      [3, 0, 'rescheduled'],
      [4, 0, 'rescheduled'],
      [5, 0, 'rescheduled'],
      [6, 0, 'rescheduled'],
      [7, 0, 'rescheduled'],
      ...[8, 9, 10, 11, 12, 13].map((number) => [number, naira(1171.42), 'pending']),
      [14, naira(1171.48), 'pending'],
    ])
    await faultless()
    await repay(loan.id, naira(12_200))
    expect(await account(loan.id)).toMatchObject({ balance: 0, interest_paid: naira(1200) })
    await faultless()
  })

  it.each([
    [{ first_due: '2026-11-18' }, 'The first installment must be due after today.'],
    [{ first_due: '2062-12-01' }, 'The first installment must be due within a year from today.'],
    [{ amount: naira(1) }, '₦13,200.00 is owed on loan LOAN now, and not the ₦1.00 of the request.'],
  ])('with %o is refused', async (terms, message) => {
    const loan = await lend()
    expectRefused(await reschedule(loan.id, terms), message.replace('LOAN', loan.reference))
  })

  it('into installments below one naira is refused; less than that is one installment', async () => {
    const loan = await lend()
    await repay(loan.id, naira(13_197.5))
    expectRefused(
      await reschedule(loan.id, { instalment_times: 3 }),
      'Each installment would be ₦0.83, and none may be below ₦1.00. At most 2 installments can be made of ₦2.50.',
    )
    await repay(loan.id, naira(2.48))
    expectRefused(
      await reschedule(loan.id, { instalment_times: 2 }),
      'Each installment would be ₦0.01, and none may be below ₦1.00.',
    )
    expect((await reschedule(loan.id, { instalment_times: 1 })).status).toBe('200')
  })
})

describe('a change of a loan', () => {
  it('is rejected at the first decision, and can be requested again', async () => {
    const loan = await lend()
    await writeOff(loan.id)
    const { id, reference } = await changeOf(loan.id)
    // What no longer fits can still be rejected.
    await repay(loan.id, naira(200))
    const moved = `₦13,000.00 is owed on loan ${loan.reference} now, and not the ₦13,200.00 of the request.`
    expectRefused(
      await first(id, one),
      `${moved} Change ${reference} can only be rejected, and requested again.`,
    )
    expect(await changeOf(loan.id)).toMatchObject({ state: 0, firstDecidedBy: null })
    expect((await first(id, one, 'reject', ' Pays again ')).message).toBe(
      `Write-off ${reference} (₦13,200.00) was rejected. The loan stays as it is.`,
    )
    expect(await changeOf(loan.id)).toMatchObject({
      state: 3,
      firstDecidedBy: one.id,
      firstComment: 'Pays again',
      secondDecidedBy: null,
      entryId: null,
    })
    expect(await caseOf(id, two)).toMatchObject({ obstacle: null, against: null, planned: [] })
    expectRefused(await second(id, two), `Change ${reference} is rejected already. Reload the list.`)
    expect(await account(loan.id)).toMatchObject({ balance: naira(13_000), loan_status: 'active' })
    expect((await writeOff(loan.id)).status).toBe('200')
  })

  it('fits the loan as it was requested: after a repayment it can only be rejected', async () => {
    const loan = await lend()
    await writeOff(loan.id)
    const { id, reference } = await changeOf(loan.id)
    await first(id, one)
    await repay(loan.id, naira(700))
    const moved = `₦12,500.00 is owed on loan ${loan.reference} now, and not the ₦13,200.00 of the request.`
    expect(await caseOf(id, two)).toMatchObject({ obstacle: moved })
    expectRefused(
      await second(id, two),
      `${moved} Change ${reference} can only be rejected, and requested again.`,
    )
    expect(await changeOf(loan.id)).toMatchObject({ state: 1, secondDecidedBy: null })
    expect((await second(id, two, 'reject')).fields).toEqual([sentences.commentRequired])
    expect((await second(id, two, 'reject', 'Pays again')).message).toBe(
      `Write-off ${reference} (₦13,200.00) was rejected. The loan stays as it is.`,
    )
    expect(await account(loan.id)).toMatchObject({ balance: naira(12_500), loan_status: 'active' })
    expect((await writeOff(loan.id)).status).toBe('200')
  })

  it('is one at a time for a loan, and only for one that is owed', async () => {
    const loan = await lend()
    const both = await Promise.all([writeOff(loan.id), reschedule(loan.id)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set(['200', '400']))
    const { reference } = await changeOf(loan.id)
    expectRefused(
      await writeOff(loan.id),
      `Change ${reference} of loan ${loan.reference} awaits its decision already.`,
    )
    const paid = await lend()
    await repay(paid.id, naira(13_200))
    const body = { loan_id: paid.id, amount: naira(1), reason: 'x' }
    expectRefused(
      await server.ask(calls.loanChanges.requestWriteOff, body, asker),
      `Loan ${paid.reference} is paid. Nothing is owed on it.`,
    )
  })

  it('needs three admins: the requester and two others, each decision once', async () => {
    const loan = await lend()
    await writeOff(loan.id)
    const { id, reference } = await changeOf(loan.id)
    const own = `You requested change ${reference} yourself. Another admin must decide on it.`
    expect(await caseOf(id, asker)).toMatchObject({ against: own })
    expectRefused(await first(id, asker), own)
    expectRefused(await second(id, two), `Change ${reference} awaits its first decision. Reload the list.`)
    await first(id, one)
    const twice = `You made the first decision on change ${reference}. Another admin must make the second.`
    expect(await caseOf(id, one)).toMatchObject({ against: twice })
    expectRefused(await second(id, one), twice)
    expectRefused(await second(id, asker), own)
    await second(id, two)
    expectRefused(await second(id, two), `Change ${reference} is approved already. Reload the list.`)
    expectRefused(await first(999_999, one), 'Change with ID 999999 not found')
  })

  it('is carried out once by two approvers at the same time, and once for one key', async () => {
    const three = await server.enter('can-do-second-approval')
    for (const ask of [writeOff, reschedule]) {
      const loan = await lend()
      await ask(loan.id)
      const { id } = await changeOf(loan.id)
      await first(id, one)
      const replies = await Promise.all([second(id, two), second(id, three)])
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set(['200', '400']))
    }
    const loan = await lend()
    await writeOff(loan.id)
    const { id } = await changeOf(loan.id)
    await first(id, one)
    const key = 'b7a5cf3d-5e04-4f3e-9a33-0d1a0c6f6a77'
    const again = [
      await second(id, two, 'accept', undefined, key),
      await second(id, two, 'accept', undefined, key),
    ]
    expect(again[1]?.message).toBe(again[0]?.message)
    await faultless()
  })

  it('and a repayment at the same time: one of them is refused, and nothing is lost', async () => {
    for (let round = 0; round < 5; round++) {
      const loan = await lend()
      await writeOff(loan.id)
      const { id } = await changeOf(loan.id)
      await first(id, one)
      const [decision, repayment] = await Promise.all([second(id, two), tryToRepay(loan.id, naira(500))])
      expect(new Set([decision.status, repayment.status])).toEqual(new Set(['200', '400']))
      const { balance: owed, written_off } = await account(loan.id)
      expect([owed, written_off]).toEqual(decision.status === '200' ? [0, naira(13_200)] : [naira(12_700), 0])
    }
    await faultless()
  })

  it('waits in the list of those who may decide', async () => {
    const fresh = await openLoanChangeDesk()
    const loan = await fresh.lend()
    await fresh.writeOff(loan.id)
    const { id } = await fresh.changeOf(loan.id)
    const waiting = async (actor: { token: string }) => {
      const reply = await fresh.server.ask(getLoanChanges, { page: 1, waiting: 'mine' }, actor)
      return reply.output().data.data.map((row) => row.id)
    }
    expect([await waiting(fresh.asker), await waiting(fresh.one)]).toEqual([[], [id]])
    await fresh.first(id, fresh.one)
    expect([await waiting(fresh.one), await waiting(fresh.two)]).toEqual([[], [id]])
  })

  it('can’t skip decisions, change its terms or be deleted in the database', async () => {
    const loan = await lend()
    await writeOff(loan.id)
    const { id } = await changeOf(loan.id)
    const codeOf = (change: ReturnType<typeof sql>) =>
      server.database.execute(change).then(
        () => 'done',
        (error: unknown) => databaseError(error)?.code,
      )
    for (const what of [
      sql`state = 2`,
      sql`amount = amount + 1`,
      sql`reason = 'y'`,
      sql`loan_id = loan_id + 1`,
    ])
      expect(await codeOf(sql`update loan_changes set ${what} where id = ${id}`)).toBe('23001')
    expect(await codeOf(sql`update loan_changes set search_text = '' where id = ${id}`)).toBe('done')
    expect(await codeOf(sql`delete from loan_changes`)).toBe('23001')
  })
})

describe('a reversal of a loan’s movement', () => {
  it('of a disbursement takes the loan back, before the first repayment', async () => {
    const loan = await lend()
    const [main, wallet] = [await balance('MBW'), await parts.walletOf(loan.owner.id)]
    const viewer = await server.enterAs({ role: 'SuperAdmin' })
    const approved = async () =>
      (await server.ask(calls.dashboard.sumOfApprovedLoan, {}, viewer)).output().thisWeek[0]?.sum ?? 0
    const approvedBefore = await approved()
    const { disbursement } = await account(loan.id)
    const entry = await reverse(disbursement ?? '')
    expect(await approved()).toBe(approvedBefore - naira(12_000))
    expect(await balance('MBW')).toBe(main + naira(12_000))
    expect(await parts.walletOf(loan.owner.id)).toBe(wallet - naira(12_000))
    const after = await account(loan.id)
    expect(after).toMatchObject({
      loan_status: 'reversed',
      balance: 0,
      disbursement_reversed_by: entry,
      reversed_date: '2026-11-18T10:00:00.000Z',
    })
    expect(await openAndState(loan.id)).toEqual([1, 2, 3, 4].map((number) => [number, 0, 'reversed']))
    expectRefused(
      await tryToRepay(loan.id, naira(1)),
      `Loan ${loan.reference} was taken back: its disbursement was reversed. Nothing is owed on it.`,
    )
    await faultless()
  })

  it('of a disbursement is refused after a repayment, until that is reversed', async () => {
    const loan = await lend()
    const repayment = await repay(loan.id, naira(500))
    const { disbursement } = await account(loan.id)
    expectRefused(
      await request(disbursement ?? ''),
      `Loan ${loan.reference} has ${repayment}. A disbursement can only be reversed before the first repayment or penalty, or after all of them were reversed.`,
    )
    await reverse(repayment)
    await reverse(disbursement ?? '')
    expect((await account(loan.id)).loan_status).toBe('reversed')
    await faultless()
  })

  it('of a penalty takes it off what is owed, while it is open; it is not posted again', async () => {
    const loan = await lend()
    const { reference } = await parts.punish(loan.id)
    const repayment = await repay(loan.id, naira(100))
    expectRefused(
      await request(reference),
      'Only ₦65.00 of the penalty of installment 1 is open. The repayment that paid it must be reversed first.',
    )
    await reverse(repayment)
    await reverse(reference)
    expect(await account(loan.id)).toMatchObject({ balance: naira(13_200), loan_status: 'active' })
    await faultless()
    const later = new Date('2026-12-20T10:00:00Z')
    await postRuns(server.database, { now: later, through: '2026-12-19' })
    const { schedule } = await account(loan.id)
    expect(schedule[0]?.penalty).toBe(0)
    await faultless()
  })

  it('of a penalty that was rescheduled is refused, for it is due with a later installment now', async () => {
    const loan = await lend()
    const { reference } = await parts.punish(loan.id, 2)
    await carryOut(loan.id, reschedule)
    const before = await account(loan.id)
    expect(before.schedule.slice(4).map(({ penalty }) => penalty)).toEqual([naira(165), 0, 0])
    expectRefused(
      await request(reference),
      'The penalty of installment 2 was rescheduled: it is part of a later installment.',
    )
    expect((await account(loan.id)).schedule).toEqual(before.schedule)
  })

  it('of a repayment of several installments with a penalty makes a paid loan active again', async () => {
    const loan = await lend()
    await parts.punish(loan.id, 2)
    const before = await account(loan.id)
    const repayment = await repay(loan.id, naira(13_365))
    expect((await account(loan.id)).loan_status).toBe('paid')
    await reverse(repayment)
    const after = await account(loan.id)
    expect(after).toMatchObject({ loan_status: 'active', balance: naira(13_365), interest_paid: 0 })
    expect(after.schedule).toEqual(before.schedule)
    await faultless()
  })

  it('is refused while the loan is written off', async () => {
    const loan = await lend()
    const repayment = await repay(loan.id, naira(500))
    await carryOut(loan.id, writeOff)
    const { disbursement } = await account(loan.id)
    for (const movement of [repayment, disbursement ?? ''])
      expectRefused(
        await request(movement),
        `Loan ${loan.reference} is written off. Its write-off must be reversed first.`,
      )
  })
})

it('a tampered loan or change is reported', async () => {
  const [written, moved] = [await lend(), await lend()]
  await carryOut(written.id, writeOff)
  await carryOut(moved.id, reschedule)
  const { entry } = (await account(written.id)).changes[0] ?? {}
  const tampered = async (table: string, what: string, where: string) => {
    const set = (to: string) =>
      server.database.$client.query(
        `alter table ${table} disable trigger user; update ${table} set ${to} where ${where}; alter table ${table} enable trigger user`,
      )
    await set(`${what} = ${what} + 1`)
    const { faults } = await verifyLedger(server.database)
    await set(`${what} = ${what} - 1`)
    return faults
  }
  expect(await tampered('loans', 'written_off', `id = ${written.id}`)).toContain(
    `loan ${written.reference} is not written off, or reversed, as its entries are`,
  )
  expect(await tampered('loan_changes', 'amount', `loan_id = ${written.id}`)).toContain(
    `write-off ${entry} differs from the change that was approved`,
  )
  expect(await tampered('loan_changes', 'amount', `loan_id = ${moved.id}`)).toContain(
    `loan ${moved.reference} is not scheduled as its application and its approved changes say`,
  )
  await faultless()
})
