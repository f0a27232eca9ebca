import { and, eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { adminActivity, adminPermissions, admins, sessions, signIns } from '#server/db/tables/schema'
import { passwordMatches } from '#server/auth/passwords'
import { openServer } from '../support/harness'
import { password } from '../support/people'
import { sentences } from '../../sentences'

const server = await openServer()
const { addAdmin, updateAdmin, deleteAdmin, activateDeletedAdmins, permanentlyDeleteAdmins } = calls.admins
const { reactivateAdminAccount, resetPassword } = calls.admins
const boss = await server.makeAdmin({ role: 'SuperAdmin', name: 'The Boss' })
const me = { id: boss.id, token: '' }
let bodies = 0
let good: { name: string; email: string; phone_number: string }

const adminOf = async (id: number) => {
  const [admin] = await server.database.select().from(admins).where(eq(admins.id, id))
  if (!admin) throw new Error(`There is no admin ${id}.`)
  return admin
}
const openSessions = (id: number) =>
  server.database.$count(sessions, and(eq(sessions.adminId, id), isNull(sessions.revokedAt)))
const openSignIns = (id: number) => server.database.$count(signIns, eq(signIns.adminId, id))
const mailedPassword = () =>
  /one-time password is (\S{20})\n/.exec(server.letters.at(-1)?.text ?? '')?.[1] ?? ''

beforeEach(async () => {
  server.letters.length = 0
  me.token = await server.openSession(boss.id)
  bodies += 1
  good = { name: ' Ada  Obi ', email: `Ada.Obi${bodies}@Shop.test`, phone_number: `0812345${6000 + bodies}` }
})

describe('updating an admin', () => {
  it('changes the phone number, and neither name nor e-mail', async () => {
    const admin = await server.makeAdmin()
    const body = { ...good, admin_id: admin.id }
    expect((await server.ask(updateAdmin, body, me)).json).toEqual({
      status: '200',
      message: sentences.adminUpdated,
    })
    expect(await adminOf(admin.id)).toEqual({ ...admin, phoneNumber: good.phone_number })
  })

  it('is allowed for the own account', async () => {
    const body = { admin_id: me.id, phone_number: '08100000001' }
    expect((await server.ask(updateAdmin, body, me)).status).toBe('200')
  })
})

describe('deleting an admin', () => {
  it('keeps the row with its role and ends sessions and sign-ins at once', async () => {
    const admin = await server.enterAs({ role: 'Admin', permissions: ['can-view-loan'] })
    await server.stepOne(admin.email, password)
    expect(await openSignIns(admin.id)).toBe(1)
    expect((await server.ask(deleteAdmin, { admin_id: admin.id }, me)).json).toEqual({
      status: '200',
      message: sentences.adminDeleted,
    })
    expect(await adminOf(admin.id)).toMatchObject({
      status: 'inactive',
      deleted: true,
      roleId: admin.roleId,
      email: admin.email,
    })
    expect(await openSessions(admin.id)).toBe(0)
    expect(await openSignIns(admin.id)).toBe(0)
    expect((await server.ask(calls.agents.getAgentTotal, {}, admin)).http).toBe(401)
    expect((await server.stepOne(admin.email, password)).message).toBe(sentences.invalidSignIn)
  })

  it('does not restore the session after a reactivation', async () => {
    const admin = await server.enterAs({ role: 'Admin' })
    await server.ask(deleteAdmin, { admin_id: admin.id }, me)
    const reply = await server.ask(activateDeletedAdmins, { admin_id: admin.id }, me)
    expect(reply.json).toEqual({ status: '200', message: sentences.adminReactivated })
    expect(await adminOf(admin.id)).toMatchObject({ status: 'active', deleted: false, roleId: admin.roleId })
    expect((await server.ask(calls.agents.getAgentTotal, {}, admin)).http).toBe(401)
    expect(await server.signIn(admin.email, password)).toMatch(/\S{40}/)
  })
})

describe('permanently deleting an admin', () => {
  it('makes the personal fields anonymous and keeps the id for the log', async () => {
    const admin = await server.enterAs({ role: 'Admin', permissions: ['can-view-loan'], name: 'Zq Nine' })
    await server.ask(calls.session.changePassword, { oldPassword: 'x', newPassword: 'y' }, admin)
    await server.ask(deleteAdmin, { admin_id: admin.id }, me)
    const reply = await server.ask(permanentlyDeleteAdmins, { admin_id: admin.id }, me)
    expect(reply.json).toEqual({ status: '200', message: sentences.adminErased })
    const row = await adminOf(admin.id)
    expect(row).toMatchObject({
      name: `Deleted admin ${admin.id}`,
      email: `admin-${admin.id}@deleted.invalid`,
      phoneNumber: '',
      status: 'inactive',
      deleted: true,
      roleId: null,
      anonymisedAt: server.clock.now(),
    })
    expect(await passwordMatches(row.passwordHash, password)).toBe(false)
    expect(await server.database.$count(adminPermissions, eq(adminPermissions.adminId, admin.id))).toBe(0)
    const everything = await server.database.$client.query(
      `select query_to_xml('select * from ' || tablename, true, true, '')::text as rows from pg_tables where schemaname = 'public'`,
    )
    for (const personal of ['Zq Nine', admin.email, admin.phoneNumber])
      expect(JSON.stringify(everything.rows)).not.toContain(personal)
    const log = await server.database.select().from(adminActivity).where(eq(adminActivity.adminId, admin.id))
    expect(log).toHaveLength(1)
  })

  it('frees the e-mail', async () => {
    const { id, email } = await server.makeAdmin({ deleted: true })
    await server.ask(permanentlyDeleteAdmins, { admin_id: id }, me)
    expect((await server.ask(addAdmin, { ...good, email }, me)).status).toBe('200')
  })

  it('can be neither undone nor repeated', async () => {
    const { id } = await server.makeAdmin({ deleted: true })
    await server.ask(permanentlyDeleteAdmins, { admin_id: id }, me)
    const before = await adminOf(id)
    const calls = { activateDeletedAdmins, permanentlyDeleteAdmins, resetPassword, deleteAdmin }
    for (const call of Object.values(calls)) {
      const reply = await server.ask(call, { admin_id: id }, me)
      expect(reply.json).toEqual({ status: '400', message: `Admin with ID ${id} not found` })
    }
    expect(await adminOf(id)).toEqual(before)
  })
})

describe('resetting a password', () => {
  it('mails a one-time password and ends sessions and sign-ins', async () => {
    const admin = await server.enterAs({ role: 'Admin' })
    const step = (await server.stepOne(admin.email, password)).output().data.rec.login_token
    const code = server.codesFor(admin.email).at(-1) ?? ''
    server.letters.length = 0
    expect((await server.ask(resetPassword, { admin_id: admin.id }, me)).json).toEqual({
      status: '200',
      message: sentences.adminPasswordSent,
    })
    expect(server.letters).toMatchObject([{ to: admin.email, subject: 'Your Alajo password' }])
    const row = await adminOf(admin.id)
    expect(row.mustChangePassword).toBe(true)
    expect(await passwordMatches(row.passwordHash, mailedPassword())).toBe(true)
    expect((await server.ask(calls.agents.getAgentTotal, {}, admin)).http).toBe(401)
    expect((await server.stepTwo(step, code)).http).toBe(401)
    expect((await server.stepOne(admin.email, password)).message).toBe(sentences.invalidSignIn)
  })

  it('sends no letter when it is refused', async () => {
    const { id } = await server.makeAdmin({ deleted: true })
    expect((await server.ask(resetPassword, { admin_id: id }, me)).status).toBe('400')
    expect(server.letters).toHaveLength(0)
  })
})

describe('unlocking an account', () => {
  it('accepts the right password at once', async () => {
    const admin = await server.makeAdmin()
    const from = { address: '198.51.100.10' }
    for (let failures = 0; failures < 10; failures++) {
      await server.stepOne(admin.email, 'a wrong password', from)
      server.clock.pass(33)
    }
    server.clock.pass(-33)
    me.token = await server.openSession(boss.id)
    expect((await server.stepOne(admin.email, password)).http).toBe(429)
    const reply = await server.ask(reactivateAdminAccount, { admin_id: admin.id }, me)
    expect(reply.json).toEqual({ status: '200', message: sentences.adminUnlocked })
    expect((await server.stepOne(admin.email, password)).status).toBe('200')
    const again = await server.ask(reactivateAdminAccount, { admin_id: admin.id }, me)
    expect(again.json).toEqual({ status: '400', message: sentences.adminNotLocked })
  })
})

describe('an admin in the wrong state', () => {
  const forActive = { updateAdmin, deleteAdmin, resetPassword, reactivateAdminAccount }
  it.each(Object.entries(forActive))('%s rejects an inactive admin', async (_name, call) => {
    const { id } = await server.makeAdmin({ deleted: true })
    const before = await adminOf(id)
    const reply = await server.ask(call, { ...good, admin_id: id }, me)
    const message = sentences.adminInactive
    expect(reply.json).toEqual({ status: '400', message })
    expect(await adminOf(id)).toEqual(before)
  })

  it.each(Object.entries({ activateDeletedAdmins, permanentlyDeleteAdmins }))(
    '%s rejects an active admin',
    async (_name, call) => {
      const { id } = await server.makeAdmin()
      const before = await adminOf(id)
      const reply = await server.ask(call, { admin_id: id }, me)
      expect(reply.json).toEqual({
        status: '400',
        message: 'This admin is active. Delete the account first.',
      })
      expect(await adminOf(id)).toEqual(before)
    },
  )

  it.each(Object.entries({ ...forActive, activateDeletedAdmins, permanentlyDeleteAdmins }))(
    '%s rejects an unknown id',
    async (_name, call) => {
      const reply = await server.ask(call, { ...good, admin_id: 999_999 }, me)
      expect(reply.json).toEqual({ status: '400', message: 'Admin with ID 999999 not found' })
    },
  )
})
