import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { Named } from '#contract/call'
import { allCalls } from '#contract/index'
import { type Permission, permissionCatalogue } from '#contract/permissionCatalogue'
import { sessions } from '#server/db/tables/schema'
import { hashOf, newToken } from '#server/auth/tokens'
import { type Answer, openServer, type Sender, manyCalls } from '../support/harness'
import { type AdminOptions, password } from '../support/people'
import { sampleOf } from '../support/samples'
import { sentences } from '../../sentences'

const server = await openServer({ limits: manyCalls })

const listed = ({ access }: Named): readonly Permission[] =>
  typeof access === 'object' && 'anyOf' in access ? access.anyOf : []
const needsSession = ({ access }: Named) => access !== 'public' && access !== 'loginToken'
const superadminsOnly = allCalls.filter(({ access }) => typeof access === 'object' && 'role' in access)
const withPermission = allCalls.filter((call) => listed(call).length > 0)
const withSession = allCalls.filter(needsSession)
const everyOther = (call: Named) =>
  permissionCatalogue.filter((name) => !listed(call).includes(name) && name !== 'can-view-all')

const askWith = (call: Named, from: Sender) => server.ask(call, sampleOf(call), from)
const askAs = async (call: Named, role: 'SuperAdmin' | 'Main Admin') =>
  askWith(call, await server.enterAs({ role }))
/** An admin for each set of permissions: calls with the same set share one. */
const holders = new Map<string, ReturnType<typeof server.enter>>()
async function askHolding(call: Named, ...held: Permission[]) {
  // Some of the calls that need only a session end it.
  if (call.access === 'session') return askWith(call, await server.enter(...held))
  const set = held.toSorted().join()
  const holder = holders.get(set) ?? server.enter(...held)
  holders.set(set, holder)
  return askWith(call, await holder)
}

function expectSignedOut(reply: Answer, more: { session?: 'revoked' } = {}) {
  expect(reply.http).toBe(401)
  expect(reply.json).toEqual({ status: '300', message: sentences.expiredToken, ...more })
}
function expectForbidden(reply: Answer, message: string = sentences.noPermission) {
  expect(reply).toMatchObject({ http: 403, status: '400', message })
  expect(Object.keys(reply.json)).toEqual(['status', 'message'])
}
/** The call reached its handler: answered or refused by a business rule, never 401, 403, 429 or 500. */
function expectAdmitted(reply: Answer) {
  expect(reply.http, reply.text).toBe(200)
  // A file has no status.
  if (reply.headers['content-type'] !== 'application/zip')
    expect(['200', '100', '400']).toContain(reply.status)
}

/** Makers of tokens that open no session. */
const invalidTokens: Record<string, () => Promise<string | undefined>> = {
  'no token': async () => undefined,
  'an unknown token': async () => newToken(),
  'a token far too long': async () => 'x'.repeat(5000),
  'the token of step one': async () => {
    const { email } = await server.makeAdmin({ permissions: permissionCatalogue })
    return (await server.stepOne(email, password)).output().data.rec.login_token
  },
  'a session of more than 12 hours': () => sessionOf({ createdHoursAgo: 12.001, seenMinutesAgo: 0 }),
  'a session silent for more than 30 minutes': () => sessionOf({ createdHoursAgo: 1, seenMinutesAgo: 30.1 }),
  'a revoked session': () => sessionOf({ createdHoursAgo: 1, seenMinutesAgo: 0, revoked: true }),
}

async function sessionOf(age: { createdHoursAgo: number; seenMinutesAgo: number; revoked?: true }) {
  const { token } = await server.enter(...permissionCatalogue)
  const ago = (minutes: number) => new Date(server.clock.now().getTime() - minutes * 60_000)
  await server.database
    .update(sessions)
    .set({
      createdAt: ago(age.createdHoursAgo * 60),
      lastSeenAt: ago(age.seenMinutesAgo),
      revokedAt: age.revoked ? ago(0) : null,
    })
    .where(eq(sessions.tokenHash, hashOf(token)))
  return token
}

it.each(allCalls)('the sample of $name is a valid body', (call) => {
  expect(v.safeParse(call.input, sampleOf(call)).issues).toBeUndefined()
})

async function expectTokenRefused(call: Named, name: string) {
  const token = await invalidTokens[name]?.()
  // A revoked session is reported as such, so that the browser deletes what it saved.
  const more = name === 'a revoked session' ? { session: 'revoked' as const } : {}
  expectSignedOut(await askWith(call, token === undefined ? {} : { token }), more)
}

describe('an invalid token', () => {
  const names = Object.keys(invalidTokens)
  // The session is checked before the call is known: one token for each call, in turns, and all of them on two.
  it.each(withSession.map((call, at) => ({ name: call.name, call, token: names[at % names.length] ?? '' })))(
    'is refused by $name: $token',
    ({ call, token }) => expectTokenRefused(call, token),
  )
  it.each(names)('is refused by a read and by a change: %s', async (name) => {
    for (const kind of ['read', 'write'])
      for (const call of withSession.filter((one) => one.kind === kind).slice(0, 1))
        await expectTokenRefused(call, name)
  })
})

describe('step two', () => {
  const stepTwo = allCalls.filter(({ access }) => access === 'loginToken')
  it.each(stepTwo)('$name takes the token of step one and no session', async (call) => {
    const token = await invalidTokens['the token of step one']?.()
    expectAdmitted(await askWith(call, { token: token ?? '' }))
    const { token: access } = await server.enter(...permissionCatalogue)
    expectSignedOut(await askWith(call, { token: access }))
    expectSignedOut(await askWith(call, {}))
  })
})

describe('with no permission', () => {
  it.each(withPermission)('$name is forbidden', async (call) => expectForbidden(await askHolding(call)))
  it.each(allCalls.filter(({ access }) => access === 'session'))(
    '$name, which needs none, is open',
    async (call) => expectAdmitted(await askHolding(call)),
  )
})

describe('with every permission but the right one', () => {
  it.each(withPermission)('$name is forbidden', async (call) =>
    expectForbidden(await askHolding(call, ...everyOther(call))),
  )
})

describe('with one permission of those listed', () => {
  const pairs = withPermission.flatMap((call) =>
    listed(call).map((permission) => ({ name: call.name, call, permission })),
  )
  it.each(pairs)('$name is open to $permission', async ({ call, permission }) =>
    expectAdmitted(await askHolding(call, permission)),
  )
})

describe('what is the superadmin’s', () => {
  const theirs = allCalls.filter(({ access }) => typeof access === 'object' && 'role' in access)
  const askAs = async (call: Named, options: AdminOptions) => {
    const admin = await server.makeAdmin(options)
    return askWith(call, { token: await server.openSession(admin.id) })
  }
  it.each(theirs)('$name is forbidden to every other role with every permission', async (call) => {
    for (const role of ['Main Admin', 'Admin', 'Supervisor', undefined] as const)
      expectForbidden(await askAs(call, { ...(role && { role }), permissions: permissionCatalogue }))
  })
  it.each(theirs)('$name is open to the superadmin', async (call) =>
    expectAdmitted(await askAs(call, { role: 'SuperAdmin' })),
  )
})

const isClosedToViewAll = ({ access }: Named) => typeof access === 'object' && 'withoutViewAll' in access

describe('with can-view-all alone', () => {
  const reads = withPermission.filter(({ kind }) => kind === 'read')
  it.each(reads.filter((call) => !isClosedToViewAll(call)))('$name, a read, is open', async (call) =>
    expectAdmitted(await askHolding(call, 'can-view-all')),
  )
  it('only identity numbers and the exports of a customer and of all books stay closed to it', async () => {
    const closed = reads.filter(isClosedToViewAll)
    expect(closed.map(({ name }) => name)).toEqual([
      'customers.exportCustomer',
      'customers.viewCustomerIdentity',
      'guarantors.viewGuarantorIdentity',
      'imports.countBooks',
      'imports.exportBooks',
    ])
    for (const call of closed) expectForbidden(await askHolding(call, 'can-view-all'))
  })
  it.each(withPermission.filter(({ kind }) => kind === 'write'))(
    '$name, a change, is forbidden',
    async (call) => expectForbidden(await askHolding(call, 'can-view-all')),
  )
})

describe('what is the superadmin’s', () => {
  it.each(superadminsOnly)('$name is open to that role and to no permission', async (call) => {
    expectAdmitted(await askAs(call, 'SuperAdmin'))
    expectForbidden(await askAs(call, 'Main Admin'))
    expectForbidden(await askHolding(call, ...permissionCatalogue))
  })
})

describe('with a one-time password still in force', () => {
  const open = ['session.changePassword', 'session.logout']
  const enterOnce = () => server.enterAs({ role: 'SuperAdmin', mustChangePassword: true })
  const refused = enterOnce()
  it.each(withSession)('$name is open only if it can end that state', async (call) => {
    if (open.includes(call.name)) expectAdmitted(await askWith(call, await enterOnce()))
    else expectForbidden(await askWith(call, await refused), sentences.changePasswordFirst)
  })
})

it('the role SuperAdmin opens nothing by its name alone', async () => {
  // It loses its permissions: no other test may use this server.
  const server = await openServer({ limits: manyCalls })
  const token = (await server.enterAs({ role: 'SuperAdmin' })).token
  await server.database.$client.query(
    `delete from role_permissions where role_id = (select id from roles where name = 'SuperAdmin')`,
  )
  for (const call of withPermission) expectForbidden(await server.ask(call, sampleOf(call), { token }))
})
