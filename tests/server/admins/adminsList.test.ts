import { beforeEach, describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Permission } from '#contract/permissionCatalogue'
import { toLagosStamp } from '#domain/time/lagos'
import { admins } from '#server/db/tables/schema'
import { eq } from 'drizzle-orm'
import { openServer } from '../support/harness'

const server = await openServer()
const { getAdmin, getAdminById, getAdmins, inActiveAdmin, permanentlyDeleteAdmins } = calls.admins
const admin = await server.makeAdmin({ role: 'Main Admin', name: 'Main Person' })
const me = { id: admin.id, token: '' }
beforeEach(async () => {
  // Some tests move the clock past the end of a session.
  me.token = await server.openSession(admin.id)
})
const hoursAgo = (hours: number) => new Date(server.clock.now().getTime() - hours * 3_600_000)
const listed = async (from: { token: string } = me) => (await server.ask(getAdmins, {}, from)).output().data
const inactive = async (id?: number) =>
  (await server.ask(inActiveAdmin, id === undefined ? {} : { id }, me)).output().data
const notFound = (id: number) => ({ status: '400', message: `Admin with ID ${id} not found` })
const unknownId = 999_999

/** Sends ten wrong passwords, waiting between them as long as the throttle demands. */
async function lock(email: string) {
  for (let failures = 0; failures < 10; failures++) {
    await server.stepOne(email, 'a wrong password', { address: '198.51.100.9' })
    if (failures < 9) server.clock.pass(33)
  }
}

describe('the list of admins', () => {
  it('has the active ones, newest first, with role and the other fields of a card', async () => {
    const old = await server.makeAdmin({ name: 'Old Hand', createdAt: hoursAgo(9000), role: 'Supervisor' })
    const fresh = await server.makeAdmin({ name: 'New Hand', createdAt: hoursAgo(-1) })
    const gone = await server.makeAdmin({ deleted: true })
    const all = await listed()
    expect(all[0]).toEqual({
      id: fresh.id,
      name: 'New Hand',
      email: fresh.email,
      phone_number: fresh.phoneNumber,
      created_at: toLagosStamp(fresh.createdAt),
      status: 'active',
      delete: false,
      roleName: null,
      locked: false,
    })
    expect(all.at(-1)).toMatchObject({ id: old.id, roleName: 'Supervisor' })
    expect(all.map(({ id }) => id)).not.toContain(gone.id)
  })

  it('contains no password and no hash', async () => {
    const reply = await server.ask(getAdmins, {}, me)
    expect(reply.text).not.toMatch(/argon2|password|hash/i)
  })

  it('marks none of them as deleted on the wire', async () => {
    const { json } = await server.ask(getAdmins, {}, me)
    expect((json.data as { delete: string; locked: number }[])[0]).toMatchObject({ delete: '0', locked: 0 })
  })
})

it('one admin is replied for either name of the id', async () => {
  const one = await server.makeAdmin({ name: 'Only One' })
  const byId = (await server.ask(getAdmin, { id: one.id }, me)).output().data
  expect(byId).toMatchObject([{ id: one.id, name: 'Only One' }])
  expect((await server.ask(getAdminById, { admin_id: one.id }, me)).output().data).toEqual(byId)
  const own = await server.enter()
  expect((await server.ask(getAdminById, { admin_id: own.id }, own)).output().data).toMatchObject([
    { id: own.id },
  ])
  expect((await server.ask(getAdminById, { admin_id: one.id }, own)).http).toBe(403)
})

describe('an account that is locked', () => {
  it('is marked as locked for an hour after ten failures', async () => {
    const watcher = await server.makeAdmin({ role: 'Main Admin' })
    const admin = await server.makeAdmin()
    const isLocked = async () => {
      const token = await server.openSession(watcher.id)
      const [one] = (await server.ask(getAdmin, { id: admin.id }, { token })).output().data
      const inList = (await listed({ token })).find(({ id }) => id === admin.id)
      expect(inList?.locked).toBe(one?.locked)
      return one?.locked
    }
    await lock(admin.email)
    expect(await isLocked()).toBe(true)
    server.clock.pass(59)
    expect(await isLocked()).toBe(true)
    server.clock.pass(2)
    expect(await isLocked()).toBe(false)
  })
})

describe('one admin', () => {
  it('has the role’s permissions and the direct ones in separate lists', async () => {
    const viewer = await server.enter('can-view-admin')
    const admin = await server.makeAdmin({ role: 'Supervisor', permissions: ['can-view-loan'] })
    const [one] = (await server.ask(getAdmin, { id: admin.id }, viewer)).output().data
    expect(one).toMatchObject({ id: admin.id, roleName: 'Supervisor', locked: false })
    expect(one?.permissions.map(({ name }) => name)).toEqual(['can-view-loan'])
    expect(one?.roles).toHaveLength(1)
    const names = one?.roles[0]?.permissions.map(({ name }) => name).toSorted()
    expect(names).toEqual(['can-download-csv-file', 'can-view-all'])
  })

  it('may be read by oneself without a permission, and by no other admin', async () => {
    const clerk = await server.enter()
    const other = await server.makeAdmin()
    expect((await server.ask(getAdmin, { id: clerk.id }, clerk)).output().data).toMatchObject([
      { id: clerk.id, email: clerk.email },
    ])
    const reply = await server.ask(getAdmin, { id: other.id }, clerk)
    expect(reply.http).toBe(403)
    expect(reply.text).not.toContain(other.email)
  })

  it('is not found when inactive or unknown', async () => {
    const gone = await server.makeAdmin({ deleted: true })
    for (const id of [gone.id, unknownId])
      expect((await server.ask(getAdmin, { id }, await server.enter('can-view-admin'))).json).toEqual(
        notFound(id),
      )
  })
})

describe('the list of inactive admins', () => {
  const ask = async (...held: Permission[]) => server.ask(inActiveAdmin, {}, await server.enter(...held))

  it('has the deleted ones, newest first, and one of them by id', async () => {
    const old = await server.makeAdmin({ deleted: true, createdAt: hoursAgo(400) })
    const fresh = await server.makeAdmin({ deleted: true, role: 'Admin', createdAt: hoursAgo(2) })
    const ids = (await inactive()).map(({ id }) => id)
    expect(ids.indexOf(fresh.id)).toBeLessThan(ids.indexOf(old.id))
    expect(ids).not.toContain(me.id)
    expect(await inactive(fresh.id)).toMatchObject([
      { id: fresh.id, status: 'inactive', delete: true, roleName: 'Admin' },
    ])
    expect((await ask('can-view-admin')).status).toBe('200')
  })

  it('leaves out active and permanently deleted admins', async () => {
    const boss = await server.enterAs({ role: 'SuperAdmin' })
    const gone = await server.makeAdmin({ deleted: true })
    await server.ask(permanentlyDeleteAdmins, { admin_id: gone.id }, boss)
    expect(await server.database.$count(admins, eq(admins.id, gone.id))).toBe(1)
    expect((await inactive()).map(({ id }) => id)).not.toContain(gone.id)
    for (const id of [gone.id, boss.id, unknownId])
      expect((await server.ask(inActiveAdmin, { id }, boss)).json).toEqual(notFound(id))
    expect((await server.ask(getAdmin, { id: gone.id }, boss)).json).toEqual(notFound(gone.id))
    const { getSingleAdminPermission } = calls.session
    expect((await server.ask(getSingleAdminPermission, { admin_id: gone.id }, boss)).json).toEqual(
      notFound(gone.id),
    )
  })
})
