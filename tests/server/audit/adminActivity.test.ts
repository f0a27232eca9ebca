import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { allCalls, calls } from '#contract/index'
import { type ActivityName, activityText } from '#server/audit/activityTexts'
import { adminActivity } from '#server/db/tables/schema'
import { fileKinds } from '#server/files/fileKinds'
import { indexMatches } from '#server/lists/searchText'
import { csvCells } from '../../csvCells'
import { openServer } from '../support/harness'
import { sentences } from '../../sentences'

const server = await openServer()
const { getAdminActivityLog } = calls.admins
const me = await server.enterAs({ role: 'SuperAdmin', name: 'Ngozi Afolabi' })
const musa = await server.makeAdmin({ name: 'Musa Bello' })
const gone = await server.makeAdmin({ name: 'Tunde Gone', deleted: true })

const write = (adminId: number, description: string, createdAt: string) =>
  server.database.insert(adminActivity).values({
    adminId,
    description,
    action: 'agents.deleteAgent',
    subject: 'agent 12',
    status: description.startsWith('Tried') ? 'refused' : 'success',
    detail: description.startsWith('Tried') ? 'This agent still has 1 customer.' : null,
    reference: 'b5a2',
    createdAt: new Date(createdAt),
  })
// Days of Lagos, which begin at 23:00 UTC.
await write(gone.id, 'Deleted agent 1', '2026-11-16T22:59:59.999Z')
await write(musa.id, 'Deleted agent 2', '2026-11-16T23:00:00Z')
await write(gone.id, 'Tried to delete agent 3', '2026-11-17T22:59:59.999Z')
await write(musa.id, 'Deleted agent 4', '2026-11-17T23:00:00Z')
const all = ['Deleted agent 4', 'Tried to delete agent 3', 'Deleted agent 2', 'Deleted agent 1']

type Filter = { search?: string; start_date?: string; end_date?: string }
const log = async (filter: Filter = {}) =>
  (await server.ask(getAdminActivityLog, { page: 1, ...filter }, me)).output().data

describe('the activity log', () => {
  it('is newest first, with admin, action, time and status, also of deleted admins', async () => {
    const { data, ...page } = await log()
    expect(page).toEqual({ total: 4, page: 1, per_page: 100 })
    expect(data.map(({ action }) => action)).toEqual(all)
    expect(data[1]).toEqual({
      id: expect.any(Number),
      admin_id: gone.id,
      created_at: '2026-11-17T23:59:59.999Z',
      admin: 'Tunde Gone',
      action: 'Tried to delete agent 3',
      status: 'refused',
      subject: 'agent 12',
      detail: 'This agent still has 1 customer.',
      reference: 'b5a2',
      alert: null,
      subject_name: null,
      subject_role: null,
      subject_reference: null,
      amount: null,
      subject_customer_id: null,
      subject_agent_id: null,
      subject_admin_id: null,
      subject_loan_id: null,
    })
  })

  it.each([
    ['from a day on', { start_date: '2026-11-17' }, all.slice(0, 3)],
    ['to a day, that day included', { end_date: '2026-11-17' }, all.slice(1)],
    ['of one day', { start_date: '2026-11-17', end_date: '2026-11-17' }, all.slice(1, 3)],
    ['by name', { search: 'musa' }, [all[0], all[2]]],
    ['by action', { search: 'TRIED TO' }, [all[1]]],
    ['by name or action', { search: 'e' }, all],
    ['by name and day', { search: 'gone', end_date: '2026-11-16' }, [all[3]]],
    ['by an empty text', { search: '' }, all],
    ['by a wildcard, taken literally', { search: '%' }, []],
    ['by an unknown name', { search: 'Ngozi' }, []],
  ])('is filtered %s', async (_what, filter, expected) => {
    const { data, total } = await log(filter)
    expect(data.map(({ action }) => action)).toEqual(expected)
    expect(total).toBe(expected.length)
  })

  it('has pages', async () => {
    const { data } = (await server.ask(getAdminActivityLog, { page: 2, perPage: 3 }, me)).output()
    expect(data).toMatchObject({ total: 4, page: 2, per_page: 3 })
    expect(data.data.map(({ action }) => action)).toEqual(all.slice(3))
  })

  it.each([undefined, 'csv'] as const)(
    'refuses an end date before the start date, download %s',
    async (download) => {
      const body = { page: 1, start_date: '2026-11-18', end_date: '2026-11-17', download }
      const reply = await server.ask(getAdminActivityLog, body, me)
      expect(reply).toMatchObject({ http: 200, status: '100' })
      expect(reply.fields).toEqual(['End date cannot be before start date'])
    },
  )

  it('as a file has its columns, with the subject and without ids', async () => {
    const body = { page: 1, search: 'gone', download: 'csv' as const }
    const reply = await server.ask(getAdminActivityLog, body, me)
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csvCells(reply.text.slice(1))).toEqual([
      ['Date Created', 'Admin', 'Action', 'Status', 'About', 'About Role', 'Reference', 'Amount'],
      ['2026-11-17 23:59:59', 'Tunde Gone', 'Tried to delete agent 3', 'refused', '', '', '', ''],
      ['2026-11-16 23:59:59', 'Tunde Gone', 'Deleted agent 1', 'success', '', '', '', ''],
    ])
  })

  it('uses its indexes to search a long log', async () => {
    const rolledBack = new Error('rolled back')
    const plans: string[] = []
    const inside = server.database.transaction(async (tx) => {
      await tx.execute(sql`
        insert into admin_activity (admin_id, action, description, status, reference)
        select ${me.id}, 'agents.updateAgent', 'Updated agent ' || md5(n::text), 'success', ''
          from generate_series(1, 2000) n`)
      await tx.execute(sql`analyze admin_activity`)
      await tx.execute(sql`set local enable_seqscan = off`)
      for (const search of ['musa', 'mu']) {
        const { rows } = await tx.execute(sql`explain select count(*) from admin_activity
          where ${indexMatches(adminActivity, search)} or admin_id in (${musa.id})`)
        plans.push(JSON.stringify(rows))
      }
      throw rolledBack
    })
    await expect(inside).rejects.toBe(rolledBack)
    expect(plans).toHaveLength(2)
    for (const plan of plans) expect(plan).toMatch(/BitmapOr.*admin_activity_searched/)
  })
})

describe('the text of a row', () => {
  const writes = allCalls.filter(({ kind }) => kind === 'write').map(({ name }) => name)
  const views = Object.keys(fileKinds).map((kind) => `files.${kind}`)
  it.each([...writes, ...views] as ActivityName[])('%s, done, refused and without a subject', (name) => {
    const texts = [
      activityText(name, 'thing 12', 'success'),
      activityText(name, 'thing 12', 'refused'),
      activityText(name, null, 'refused'),
    ]
    expect(texts[0]).toMatch(/^[A-Z][a-z ID-]+ thing 12$/)
    expect(texts[1]).toMatch(/^Tried to [a-z ID-]+ thing 12$/)
    expect(texts[2]).toMatch(/^Tried to [a-z ID-]+ an? [a-z]+( [a-z]+)*$/)
  })

  it('is a sentence about the subject', () => {
    expect(activityText('admins.deleteAdmin', 'admin 12', 'success')).toBe('Deleted admin 12')
    expect(activityText('admins.deleteAdmin', 'admin 12', 'refused')).toBe('Tried to delete admin 12')
    expect(activityText('admins.addAdmin', null, 'refused')).toBe('Tried to create an admin')
  })

  it('is stored in the log', async () => {
    // The log can't be emptied again, and the tests above count its rows.
    const other = await openServer()
    const boss = await other.enterAs({ role: 'SuperAdmin', name: 'Ngozi Afolabi' })
    const { id } = await other.makeAdmin({ role: 'Supervisor' })
    await other.ask(calls.admins.deleteAdmin, { admin_id: id }, boss)
    await other.ask(calls.admins.deleteAdmin, { admin_id: id }, boss)
    await other.ask(calls.admins.deleteAdmin, { admin_id: boss.id }, boss)
    const { data } = (await other.ask(getAdminActivityLog, { page: 1 }, boss)).output().data
    expect(data.map(({ action, status, subject, detail }) => [action, status, subject, detail])).toEqual([
      [`Tried to delete admin ${boss.id}`, 'refused', `admin ${boss.id}`, sentences.ownAccount],
      [`Tried to delete admin ${id}`, 'refused', `admin ${id}`, sentences.adminInactive],
      [`Deleted admin ${id}`, 'success', `admin ${id}`, null],
    ])
  })
})
