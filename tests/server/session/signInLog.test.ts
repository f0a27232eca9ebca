import { asc, eq, gt } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { endOfLagosDay, lagosDay } from '#domain/time/lagos'
import { calls } from '#contract/index'
import { verifyChain } from '#server/audit/auditChain'
import { adminActivity, admins, sessions } from '#server/db/tables/schema'
import { recordedFailures } from '#server/audit/signInLog'
import { manyCalls, openServer } from '../support/harness'
import { onPostgres } from '../support/testDatabase'
import { password } from '../support/people'
import { sentences } from '../../sentences'

const server = await openServer({ limits: manyCalls })
const wrong = 'not the password at all'

let admin: Awaited<ReturnType<typeof server.makeAdmin>>
let place: number
let network = 0
beforeEach(async () => {
  admin = await server.makeAdmin({ role: 'Supervisor', name: 'Ebele Anyanwu' })
  place = await server.database.$count(adminActivity)
  server.clock.pass(61)
})

/** A new address each time, so that only the account's count matters. */
const elsewhere = () => {
  network += 1
  return { address: `198.51.${Math.floor(network / 250)}.${network % 250}` }
}
/** A failure is recorded after its reply: what follows it in the log waits for that. */
const settled = () => server.services.background.settled()
const fail = (email = admin.email) => server.stepOne(email, wrong, elsewhere())
async function begin() {
  const { rec } = (await server.stepOne(admin.email, password, elsewhere())).output().data
  return { loginToken: rec.login_token, code: server.codesFor(admin.email).at(-1) ?? '' }
}
/** Advances the clock to the next midnight in Lagos: failures are counted by day. */
function passMidnight() {
  const now = server.clock.now()
  server.clock.pass((endOfLagosDay(lagosDay(now)).getTime() - now.getTime()) / 60_000)
}
/** The rows since the test began, oldest first. */
async function rows() {
  await settled()
  return server.database
    .select()
    .from(adminActivity)
    .where(gt(adminActivity.place, place))
    .orderBy(asc(adminActivity.place))
}
const recorded = async () => (await rows()).map(({ description, detail }) => [description, detail])

it('records failed sign-ins, the sign-in and the log-out', async () => {
  await fail()
  await settled()
  await fail()
  await settled()
  const token = await server.signIn(admin.email, password)
  await server.ask(calls.session.logout, {}, { token })
  expect(await recorded()).toEqual([
    [`Tried to sign in as admin ${admin.id}`, 'Wrong password.'],
    [`Tried to sign in as admin ${admin.id}`, 'Wrong password.'],
    [`Signed in as admin ${admin.id}`, 'After 2 failed sign-ins.'],
    [`Ended the session of admin ${admin.id}`, null],
  ])
  for (const row of await rows())
    expect(row).toMatchObject({
      adminId: admin.id,
      subject: `admin ${admin.id}`,
      subjectName: 'Ebele Anyanwu',
      subjectRole: 'Supervisor',
      createdAt: server.clock.now(),
    })
  expect((await rows()).map(({ status }) => status)).toEqual(['refused', 'refused', 'success', 'success'])
})

it('records wrong tokens of step two', async () => {
  const { loginToken, code } = await begin()
  await server.stepTwo(loginToken, 'wrong')
  await settled()
  await server.stepTwo(loginToken, code)
  expect(await recorded()).toEqual([
    [`Tried to sign in as admin ${admin.id}`, 'Wrong token.'],
    [`Signed in as admin ${admin.id}`, 'After 1 failed sign-in.'],
  ])
})

it('records a lock and its removal', async () => {
  passMidnight()
  for (let failures = 0; failures < 10; failures++) {
    await fail()
    await settled()
    server.clock.pass(34)
  }
  const boss = await server.enterAs({ role: 'SuperAdmin' })
  await server.ask(calls.admins.reactivateAdminAccount, { admin_id: admin.id }, boss)
  expect((await recorded()).slice(-3)).toEqual([
    [`Stopped recording failed sign-ins as admin ${admin.id}`, '10 in a day are recorded at most.'],
    [`Locked the account of admin ${admin.id}`, '10 failed sign-ins in a row.'],
    [`Lifted the lock of admin ${admin.id}`, null],
  ])
})

it('records at most ten failed sign-ins a day, and each lock', async () => {
  passMidnight()
  const twoDays = 2 * 24 * 60
  for (let minutes = 0; minutes < twoDays; minutes += 20) {
    await fail()
    server.clock.pass(20)
  }
  const count = async (action: string, status = 'success') =>
    (await rows()).filter((row) => row.action === action && row.status === status).length
  expect(await count('session.adminLogin', 'refused')).toBe(2 * recordedFailures)
  expect(await count('signIns.limit')).toBe(2)
  const locks = await count('signIns.lock')
  expect(locks).toBeGreaterThan(5)
  expect(locks).toBeLessThanOrEqual(24)
})

it('does not record throttled tries', async () => {
  for (let round = 0; round < 3; round++) await fail()
  for (let round = 0; round < 20; round++) expect((await fail()).http).toBe(429)
  expect(await rows()).toHaveLength(3)
})

it('records each counted one of simultaneous tries', async () => {
  await Promise.all(Array.from({ length: 25 }, () => fail()))
  expect(await rows()).toHaveLength(3)
})

it.each(['an e-mail that nobody has', 'a deleted account'])(
  'does not record %s, which gets the same reply',
  async (account) => {
    if (account === 'a deleted account')
      await server.database.update(admins).set({ deleted: true }).where(eq(admins.id, admin.id))
    const email = account === 'a deleted account' ? admin.email : `no-${admin.email}`
    for (let round = 0; round < 3; round++) {
      const reply = await fail(email)
      expect(reply.json).toEqual({ status: '400', message: sentences.invalidSignIn })
    }
    expect(await rows()).toEqual([])
  },
)

it.runIf(onPostgres)('does not delay the reply, so that its time reveals nothing', async () => {
  const reply = await server.database.transaction(async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(4301)')
    return fail()
  })
  expect(reply.message).toBe(sentences.invalidSignIn)
  expect(await rows()).toHaveLength(1)
})

it('opens no session when recording fails', async () => {
  const { loginToken, code } = await begin()
  await server.database.execute('alter table admin_activity rename to admin_activity_gone')
  const reply = await server.stepTwo(loginToken, code)
  await server.database.execute('alter table admin_activity_gone rename to admin_activity')
  expect(reply.http).toBe(500)
  expect(await server.database.$count(sessions, eq(sessions.adminId, admin.id))).toBe(0)
})

it('records how many sessions a reset and a change of password ended', async () => {
  const boss = await server.enterAs({ role: 'SuperAdmin' })
  // This session expires.
  await server.openSession(admin.id)
  server.clock.pass(31)
  const token = await server.openSession(admin.id)
  await server.openSession(admin.id)
  const bossNow = { token: await server.openSession(boss.id) }
  const body = { oldPassword: password, newPassword: `${password}?` }
  await server.ask(calls.session.changePassword, body, { token })
  await server.ask(calls.admins.resetPassword, { admin_id: admin.id }, bossNow)
  await server.ask(calls.admins.deleteAdmin, { admin_id: admin.id }, bossNow)
  expect(await recorded()).toEqual([
    [`Changed the password of admin ${admin.id}`, 'Ended 1 open session.'],
    [`Reset the password of admin ${admin.id}`, 'Ended 1 open session.'],
    [`Deleted admin ${admin.id}`, null],
  ])
})

it('holds no password and no token, and its chain is intact', async () => {
  await fail()
  const { loginToken, code } = await begin()
  await server.stepTwo(loginToken, '123456 x')
  const { rec } = (await server.stepTwo(loginToken, code)).output().data
  // Hashes and random references may contain the digits of the code by chance.
  const stored = JSON.stringify(
    (await rows()).map(({ hash: _hash, previousHash: _previous, reference: _reference, ...row }) => row),
  )
  expect(stored).toContain('Signed in as')
  for (const secret of [wrong, password, loginToken, code, '123456', rec.login_token])
    expect(stored).not.toContain(secret)
  expect(await verifyChain(server.database)).toMatchObject({ intact: true })
})
