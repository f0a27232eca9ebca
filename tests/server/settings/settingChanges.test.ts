import { desc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { settingChanges } from '#server/db/tables/businessSettings'
import { databaseError } from '#server/errors/refusals'
import { settingOf } from '#server/settings/businessSettings'
import { expectRefused } from '../support/guards'
import { type Answer, manyCalls, openServer } from '../support/harness'

const server = await openServer({ limits: manyCalls })
const { database, ask } = server
const { getBusinessSettings, getSettingChangeCase, getSettingChanges, requestSettingChange } = calls.settings
const { settingChangeDecision } = calls.settings
const editor = await server.enter('can-edit-setting')
const approver = await server.enter('can-approve-setting')
/** May both request and decide. */
const both = await server.enter('can-edit-setting', 'can-approve-setting')

const statuses = (replies: readonly Answer[]) => replies.map(({ status }) => String(status)).toSorted()
type Actor = { token: string }
type Key = 'tills-required' | 'closing-hour'
const request = (key: Key, value: string, from: Actor = editor, reason = 'The owner wants it') =>
  ask(requestSettingChange, { key, value, reason }, from)
const decide = (id: number, status: 'accept' | 'reject' = 'accept', from: Actor = approver) =>
  ask(settingChangeDecision, { id, status, comment: 'Agreed' }, from)
const newest = async () => {
  const [change] = await database.select().from(settingChanges).orderBy(desc(settingChanges.id)).limit(1)
  if (!change) throw new Error('No change of a setting was requested.')
  return change
}
const changeOf = async (id: number) =>
  (await database.select().from(settingChanges).where(eq(settingChanges.id, id)))[0]
const settingRow = async (key: Key) =>
  (await ask(getBusinessSettings, {}, editor)).output().data.find((one) => one.key === key)
async function pending(key: Key, value: string, from: Actor = editor) {
  expect((await request(key, value, from)).status).toBe('200')
  return newest()
}

describe('a setting of the business', () => {
  it('has its default until another admin approves a change', async () => {
    expect(await settingOf(database, 'tills-required')).toBe(false)
    expect(await settingRow('tills-required')).toMatchObject({ value: 'Off', entry: 'off', set_at: null })
    const change = await pending('tills-required', 'on')
    expect(await settingOf(database, 'tills-required')).toBe(false)
    expect(await settingRow('tills-required')).toMatchObject({ value: 'Off', open_change: change.reference })
    expect((await decide(change.id)).message).toBe(
      `Change ${change.reference} of Tills Required approved. From Off to On.`,
    )
    expect(await settingOf(database, 'tills-required')).toBe(true)
    expect(await settingRow('tills-required')).toMatchObject({
      value: 'On',
      entry: 'on',
      reference: change.reference,
      open_change: null,
    })
    await decide((await pending('tills-required', 'off')).id)
    expect(await settingOf(database, 'tills-required')).toBe(false)
  })

  it('stays as it is when a change is rejected, and can be requested again', async () => {
    const change = await pending('closing-hour', '18')
    await decide(change.id, 'reject')
    expect(await settingOf(database, 'closing-hour')).toBe(0)
    expect(await changeOf(change.id)).toMatchObject({ status: 'rejected', comment: 'Agreed' })
    await decide((await pending('closing-hour', '18')).id)
    expect(await settingOf(database, 'closing-hour')).toBe(18)
    expect(await settingRow('closing-hour')).toMatchObject({ value: '18:00', entry: '18' })
  })

  it.each([
    ['closing-hour', '24', 'Please enter an hour from 0 to 23.'],
    ['closing-hour', '', 'Please enter an hour from 0 to 23.'],
    ['tills-required', 'perhaps', 'Please select on or off.'],
  ] as const)('%s is not set to "%s"', async (key, value, message) => {
    const before = await database.$count(settingChanges)
    expect(await request(key, value)).toMatchObject({ status: '100', fields: [message] })
    expect(await database.$count(settingChanges)).toBe(before)
  })

  it('is not requested without a reason, as it is already, or while another change of it waits', async () => {
    expect(await request('tills-required', 'on', editor, ' ')).toMatchObject({ status: '100' })
    expectRefused(
      await request('tills-required', 'off'),
      'Tills Required is Off already. Nothing was requested.',
    )
    const { id, reference } = await pending('tills-required', 'on')
    expectRefused(
      await request('tills-required', 'on', both),
      `Change ${reference} of Tills Required awaits its decision already. Nothing was requested.`,
    )
    await decide(id, 'reject')
  })
})

describe('the decision on a change of a setting', () => {
  it('is not made by who requested it, and once', async () => {
    const { id, reference } = await pending('closing-hour', '20', both)
    const own = `You requested change ${reference} yourself. Another admin must decide on it.`
    expectRefused(await decide(id, 'accept', both), own)
    expect((await ask(getSettingChangeCase, { id }, both)).output().data).toMatchObject([{ against: own }])
    const replies = await Promise.all([decide(id), decide(id, 'reject')])
    expect(statuses(replies)).toEqual(['200', '400'])
    expectRefused(await decide(999_999), 'Change with ID 999999 not found')
  })

  it('needs its own permission; who requests reads the changes, others do not', async () => {
    const { id } = await pending('tills-required', 'on')
    const outsider = await server.enter('can-view-saving')
    for (const [from, read, made] of [
      [editor, 200, 403],
      [outsider, 403, 403],
    ] as const) {
      expect((await ask(getSettingChanges, { page: 1 }, from)).http).toBe(read)
      expect((await ask(getSettingChangeCase, { id }, from)).http).toBe(read)
      expect((await ask(getBusinessSettings, {}, from)).http).toBe(read)
      expect((await decide(id, 'accept', from)).http).toBe(made)
    }
    expect((await request('closing-hour', '5', approver)).http).toBe(403)
    expect((await decide(id, 'reject')).status).toBe('200')
  })

  it('is only a rejection once the setting changed', async () => {
    const change = await pending('tills-required', 'on')
    await database.$client.query(
      `insert into business_settings (key, value, change_id) values ('tills-required', 1, $1)
        on conflict (key) do update set value = 1`,
      [change.id],
    )
    const obstacle = 'Tills Required changed since the request.'
    expect((await ask(getSettingChangeCase, { id: change.id }, approver)).output().data).toMatchObject([
      { obstacle },
    ])
    expectRefused(
      await decide(change.id),
      `${obstacle} Change ${change.reference} can only be rejected, and requested again.`,
    )
    await decide(change.id, 'reject')
    await decide((await pending('tills-required', 'off')).id)
  })
})

it('two requests at once make one change', async () => {
  const replies = await Promise.all([request('tills-required', 'on'), request('tills-required', 'on', both)])
  expect(statuses(replies)).toEqual(['200', '400'])
  await decide((await newest()).id, 'reject')
})

it('the database keeps what was requested and decided', async () => {
  const { id } = await pending('tills-required', 'on')
  const codeOf = (made: Promise<unknown>) =>
    made.then(
      () => 'done',
      (error: unknown) => databaseError(error)?.code,
    )
  const set = (values: Partial<typeof settingChanges.$inferInsert>) =>
    codeOf(database.update(settingChanges).set(values).where(eq(settingChanges.id, id)))
  const decision = { status: 'approved' as const, decidedBy: approver.id, decidedAt: new Date() }
  expect(await set({ value: 0 })).toBe('23001')
  expect(await set({ ...decision, before: 1 })).toBe('23001')
  expect(await set(decision)).toBe('done')
  expect(await set({ ...decision, status: 'rejected', comment: 'No' })).toBe('23001')
  expect(await codeOf(database.delete(settingChanges).where(eq(settingChanges.id, id)))).toBe('23001')
})
