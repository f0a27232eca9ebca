import { randomUUID } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Permission } from '#contract/permissionCatalogue'
import { guarantorIdentities, guarantors } from '#server/db/tables/loans'
import { adminActivity, customerIdentities } from '#server/db/tables/schema'
import { uploads } from '#server/db/tables/uploads'
import { identityKeysOf } from '#server/identity/keys'
import { countUnreadable, deleteUnreadable, hashAll, resealAll } from '#server/identity/reseal'
import { saveIdentity } from '#server/identity/identities'
import { guarantorBody } from '../support/files'
import { expectRefused } from '../support/guards'
import { manyCalls, openServer } from '../support/harness'
import { naira } from '../support/people'
import { loanFixturesOf } from '../loans/loanFixtures'
import { sentences } from '../../sentences'

const { createLoan, getLoanCase } = calls.loans
const { addGuarantor, getGuarantorIdentity, viewGuarantorIdentity } = calls.guarantors
const server = await openServer({ limits: manyCalls })
const { database } = server
const parts = await loanFixturesOf(server)
const clerk = await server.enter('can-create-loan', 'can-add-guarantor')
const viewer = await server.enter('can-view-customer-identity')
const type = await parts.makeLoanType(1250)
const keys = () => server.services.identityKeys

// Refused applications leave their files unused, and an admin may have forty.
afterEach(() => database.delete(uploads))

const numbered = async (bvn: string) => {
  const customer = await parts.makeBorrower()
  await saveIdentity(database, keys(), customer.id, { bvn })
  return customer
}
let made = 0
/** A guarantor with a phone number of their own. */
const withBvn = async (bvn: string) => ({
  ...(await guarantorBody(server, clerk)),
  phone: `0806${1_000_000 + ++made}`,
  bvn,
})
const apply = (customer_id: number, all: object[], key?: string) =>
  server.ask(
    createLoan,
    {
      customer_id,
      loan_type_id: type.id,
      amount: naira(50_000),
      instalment_period: 'weekly',
      instalment_times: 4,
      description: 'Stock',
      guarantors: all,
    } as never,
    { ...clerk, ...(key && { key }) },
  )
const guarantorOf = async (loanId: number) => {
  const [one] = await database
    .select()
    .from(guarantors)
    .where(eq(guarantors.loanId, loanId))
    .orderBy(desc(guarantors.id))
  if (!one) throw new Error(`Loan ${loanId} has no guarantor.`)
  return one
}
const stored = async (id: number) =>
  (await database.select().from(guarantorIdentities).where(eq(guarantorIdentities.guarantorId, id)))[0]
const loanWith = async (bvn: string) => {
  const { id } = (await apply((await parts.makeBorrower()).id, [await withBvn(bvn)])).output().data
  return { id, guarantor: await guarantorOf(id) }
}
const viewed = async (guarantor_id: number) =>
  (await server.ask(viewGuarantorIdentity, { guarantor_id }, viewer)).output().data.bvn

describe('the BVN of a guarantor', () => {
  it('is sealed, masked for who sees guarantors, and whole with its own permission, which the log records', async () => {
    server.log.length = 0
    const bvn = '22345678111'
    const { id, guarantor } = await loanWith(bvn)
    const row = await stored(guarantor.id)
    for (const text of [row?.bvn, row?.bvnHash]) expect(text).toMatch(new RegExp(`^${keys().sealing.id}[.]`))
    const decider = await server.enter('can-do-first-approval', 'can-view-guarantor', 'can-view-all')
    const ask = { guarantor_id: guarantor.id }
    const masked = await server.ask(getGuarantorIdentity, ask, decider)
    expect(masked.output().data).toEqual({ bvn: '•••••••8111' })
    expect((await server.ask(viewGuarantorIdentity, ask, decider)).http).toBe(403)
    expect(await viewed(guarantor.id)).toBe(bvn)
    const [log] = await database
      .select()
      .from(adminActivity)
      .where(eq(adminActivity.action, 'guarantors.viewGuarantorIdentity'))
      .orderBy(desc(adminActivity.place))
    expect(log).toMatchObject({ subject: `guarantor ${guarantor.id}`, status: 'success', detail: null })
    const replies = await Promise.all([
      server.ask(calls.guarantors.getGuarantor, { page: 1 }, decider),
      server.ask(getLoanCase, { id }, decider),
      server.ask(calls.loans.getLoanAccount, { loan_id: id }, decider),
    ])
    const tables = await database.execute<{ text: string }>(sql`
      select query_to_xml(format('select * from %I', tablename), true, true, '')::text as text
      from pg_tables where schemaname = 'public'`)
    const everywhere = [
      ...tables.rows.map(({ text }) => text),
      ...replies.map(({ text }) => text),
      JSON.stringify(server.log),
    ].join()
    expect(everywhere).toContain('Bala')
    expect(everywhere).not.toContain(bvn)
  })

  it('is optional, and has 11 digits', async () => {
    const { guarantor } = await loanWith('')
    expect(await stored(guarantor.id)).toBeUndefined()
    expect(await viewed(guarantor.id)).toBe(null)
    const reply = await apply((await parts.makeBorrower()).id, [await withBvn('2234567')])
    expect(reply.json).toMatchObject({ status: '100' })
    expect(reply.text).toContain(sentences.bvnDigits)
    expectRefused(
      await server.ask(viewGuarantorIdentity, { guarantor_id: 999_999 }, viewer),
      'No records available for this guarantor',
    )
  })

  it('is not in the hash that the server keeps of an application', async () => {
    const owner = await parts.makeBorrower()
    const body = await withBvn('22345678222')
    const key = randomUUID()
    const first = await apply(owner.id, [body], key)
    const { bvn: _bvn, ...without } = body
    // As Check asks: the device has not stored the number.
    expect((await apply(owner.id, [without], key)).json).toEqual(first.json)
  })
})

describe('a guarantor with the BVN', () => {
  it('of the borrower is refused, at the application and later', async () => {
    const owner = await numbered('22345678333')
    const before = await database.$count(guarantors)
    const own = await withBvn('22345678333')
    const message = 'Bala Garba has the BVN of the borrower. Nobody guarantees their own loan.'
    expectRefused(await apply(owner.id, [own]), message)
    const { id } = (await apply(owner.id, [])).output().data
    expectRefused(await server.ask(addGuarantor, { loan_id: id, ...own }, clerk), message)
    expect(await database.$count(guarantors)).toBe(before)
  })

  it('of a customer or another guarantor is shown to who decides with what they owe and guarantee', async () => {
    const friend = await numbered('22345678444')
    await parts.makeActiveLoan(friend, naira(700), viewer.id, server.clock.now())
    await loanWith('22345678444')
    const { id } = await loanWith('22345678444')
    const known = async (...permissions: Permission[]) => {
      const from = await server.enter('can-do-first-approval', ...permissions)
      const { data } = (await server.ask(getLoanCase, { id }, from)).output().data
      return data[0]?.guarantors?.[0]
    }
    expect(await known('can-view-customer')).toMatchObject({
      has_bvn: true,
      known: {
        is_borrower: false,
        customers: [expect.stringContaining('(CU-')],
        owed: naira(700),
        guarantees: 1,
        guaranteed: naira(50_000),
      },
    })
    const borrower = (await parts.stateOf(id)).customerId
    await saveIdentity(database, keys(), borrower, { bvn: '22345678444' })
    expect((await known())?.known).toMatchObject({ is_borrower: true, customers: [] })
  })
})

describe('keys', () => {
  const key = (byte: number) => Buffer.alloc(32, byte)

  it('a number of an earlier release is hashed at the start', async () => {
    const owner = await numbered('22345678555')
    await database
      .update(customerIdentities)
      .set({ bvnHash: null })
      .where(eq(customerIdentities.customerId, owner.id))
    expect((await apply(owner.id, [await withBvn('22345678555')])).status).toBe('200')
    await hashAll(database, keys())
    expectRefused(
      await apply(owner.id, [await withBvn('22345678555')]),
      'Bala Garba has the BVN of the borrower. Nobody guarantees their own loan.',
    )
  })

  it('that are rotated seal and hash the numbers of guarantors again; numbers under a lost key can be deleted', async () => {
    const owner = await numbered('22345678666')
    const { guarantor } = await loanWith('22345678777')
    const old = keys()
    const rotating = identityKeysOf([key(5), old.sealing.key], 'environment')
    server.services.identityKeys = rotating
    // Under either key the number is the same one.
    expectRefused(
      await apply(owner.id, [await withBvn('22345678666')]),
      'Bala Garba has the BVN of the borrower. Nobody guarantees their own loan.',
    )
    expect((await resealAll(database, rotating)).guarantors).toBe(await database.$count(guarantorIdentities))
    expect((await resealAll(database, rotating)).guarantors).toBe(0)
    const rotated = identityKeysOf([key(5)], 'environment')
    server.services.identityKeys = rotated
    expect(await viewed(guarantor.id)).toBe('22345678777')
    expectRefused(
      await apply(owner.id, [await withBvn('22345678666')]),
      'Bala Garba has the BVN of the borrower. Nobody guarantees their own loan.',
    )
    const other = identityKeysOf([key(6)], 'environment')
    expect(await countUnreadable(database, other)).toBeGreaterThan(1)
    await deleteUnreadable(database, other)
    expect([await stored(guarantor.id), await countUnreadable(database, other)]).toEqual([undefined, 0])
    server.services.identityKeys = old
  })
})
