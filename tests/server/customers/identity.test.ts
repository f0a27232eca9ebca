import { randomUUID } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { allCalls, calls } from '#contract/index'
import { adminActivity, customerIdentities, idempotencyKeys, settings } from '#server/db/tables/schema'
import { checkIdentityKeys } from '#server/identity/checkKeys'
import { identityKeysOf } from '#server/identity/keys'
import { deleteUnreadable, countUnreadable, resealAll } from '#server/identity/reseal'
import { sealNumber } from '#server/identity/seal'
import { expectRefused } from '../support/guards'
import { openServer } from '../support/harness'
import { personBody } from '../support/people'
import { sentences } from '../../sentences'

const server = await openServer()
const { registerCustomer, updateCustomer, getCustomerIdentity, viewCustomerIdentity } = calls.customers
const clerk = await server.enter('can-register-customer', 'can-edit-customer', 'can-view-customer-details')
const viewer = await server.enter('can-view-customer-identity')
const agent = await server.makeAgent()
const [bvn, nin, otherNin] = ['22345678901', '12345670002', '98765430003']

const fields = () => ({
  first_name: 'Halima',
  last_name: 'Danladi',
  phone_number: personBody().phone_number,
  home_address: '4 Murtala Way, Kano',
  office_address: '',
  state: 'Kano',
  lga: 'Dala',
})
const register = async (numbers: { bvn?: string; nin?: string }) => {
  const reply = await server.ask(registerCustomer, { ...fields(), agent_id: agent.id, ...numbers }, clerk)
  return reply.output().data.id
}
const stored = async (id: number) =>
  (await server.database.select().from(customerIdentities).where(eq(customerIdentities.customerId, id)))[0]
const views = (id: number) =>
  server.database
    .select()
    .from(adminActivity)
    .where(eq(adminActivity.subject, `customer ${id}`))
    .orderBy(desc(adminActivity.place))
const view = (id: number, from = viewer) => server.ask(viewCustomerIdentity, { customer_id: id }, from)
const masked = async (id: number) =>
  (await server.ask(getCustomerIdentity, { customer_id: id }, clerk)).output().data

describe('BVN and NIN', () => {
  it('are sealed at rest, masked in the details, and whole for who may view them', async () => {
    const id = await register({ bvn, nin })
    expect(await masked(id)).toEqual({ bvn: '•••••••8901', nin: '•••••••0002' })
    expect((await view(id)).output().data).toEqual({ bvn, nin })
    const row = await stored(id)
    for (const sealed of [row?.bvn, row?.nin])
      expect(sealed).toMatch(new RegExp(`^${server.services.identityKeys.sealing.id}[.]`))
  })

  it('are optional, each by itself', async () => {
    const none = await register({ bvn: '', nin: '' })
    expect(await stored(none)).toBeUndefined()
    expect(await masked(none)).toEqual({ bvn: null, nin: null })
    const one = await register({ nin })
    expect((await view(one)).output().data).toEqual({ bvn: null, nin })
  })

  it('stay when an update leaves them empty, and are replaced one by one, which the log names', async () => {
    const id = await register({ bvn, nin })
    await server.ask(updateCustomer, { ...fields(), customer_id: id, bvn: '', nin: otherNin }, clerk)
    expect((await view(id)).output().data).toEqual({ bvn, nin: otherNin })
    const [, row] = await views(id)
    expect(row).toMatchObject({ description: `Updated customer ${id}`, detail: 'Changed: phone number, NIN' })
    await server.ask(updateCustomer, { ...fields(), customer_id: id }, clerk)
    expect((await view(id)).output().data).toEqual({ bvn, nin: otherNin })
  })

  it('are in no table, log line or reply but that of a view', async () => {
    server.log.length = 0
    const id = await register({ bvn, nin })
    const replies = await Promise.all([
      server.ask(calls.customers.getCustomer, { customer_id: id }, viewerOfAll),
      server.ask(calls.customers.getCustomers, { page: 1 }, viewerOfAll),
      server.ask(calls.customers.getCustomers, { page: 1, download: 'csv' }, viewerOfAll),
      server.ask(calls.customers.getCustomers, { page: 1, search: bvn }, viewerOfAll),
      server.ask(getCustomerIdentity, { customer_id: id }, clerk),
    ])
    await view(id)
    const tables = await server.database.execute<{ text: string }>(sql`
      select query_to_xml(format('select * from %I', tablename), true, true, '')::text as text
      from pg_tables where schemaname = 'public'`)
    const everywhere = [
      ...tables.rows.map(({ text }) => text),
      ...replies.map(({ text }) => text),
      JSON.stringify(server.log),
    ].join()
    expect(everywhere).toContain('Halima')
    for (const secret of [bvn, nin]) expect(everywhere).not.toContain(secret)
    expect(replies[3]?.json.data).toMatchObject({ total: 0 })
  })

  it('can not be swapped between customers or fields, nor stored in clear', async () => {
    const [one, other] = [await register({ bvn, nin }), await register({ bvn: '22345670000' })]
    const own = await stored(one)
    const put = (set: { bvn?: string | null; nin?: string | null }) =>
      server.database.update(customerIdentities).set(set).where(eq(customerIdentities.customerId, other))
    await put({ bvn: own?.bvn ?? null })
    expect((await view(other)).http).toBe(500)
    await put({ bvn: (await stored(other))?.nin ?? null, nin: own?.bvn ?? null })
    expect((await view(other)).http).toBe(500)
    await expect(put({ bvn })).rejects.toThrow()
    await server.database.delete(customerIdentities).where(eq(customerIdentities.customerId, other))
  })
})

const viewerOfAll = await server.enter('can-view-all', 'can-download-csv-file')

describe('a view of BVN and NIN', () => {
  it('is one row of the activity log, without the numbers', async () => {
    const id = await register({ bvn })
    const before = (await views(id)).length
    await view(id)
    await view(id)
    const rows = await views(id)
    expect(rows).toHaveLength(before + 2)
    expect(rows[0]).toMatchObject({
      adminId: viewer.id,
      action: 'customers.viewCustomerIdentity',
      description: `Viewed BVN and NIN of customer ${id}`,
      status: 'success',
      subjectName: 'Halima Danladi',
      detail: null,
    })
  })

  it('is refused and recorded without the permission, also with can-view-all', async () => {
    const id = await register({ bvn })
    for (const from of [clerk, viewerOfAll]) {
      const reply = await view(id, from)
      expect(reply).toMatchObject({ http: 403, message: sentences.noPermission })
      expect((await views(id))[0]).toMatchObject({
        adminId: from.id,
        description: `Tried to view BVN and NIN of customer ${id}`,
        status: 'refused',
      })
    }
    const seen = await server.ask(getCustomerIdentity, { customer_id: id }, viewerOfAll)
    expect(seen.output().data).toEqual({ bvn: '•••••••8901', nin: null })
  })

  it('does not happen when it can not be recorded', async () => {
    const id = await register({ bvn })
    await server.database.execute(
      sql`alter table admin_activity add constraint shut check (place < 0) not valid`,
    )
    const reply = await view(id)
    await server.database.execute(sql`alter table admin_activity drop constraint shut`)
    expect(reply.http).toBe(500)
    expect(reply.text).not.toContain(bvn)
  })

  it('finds no deleted customer', async () => {
    const one = await server.makeCustomer(agent.id, { isDeleted: true })
    expectRefused(await view(one.id), `Customer with ID ${one.id} not found`)
  })

  it('every recorded read is never saved on the device', () => {
    const recorded = allCalls.filter((call) => call.kind === 'read' && call.audited)
    expect(recorded.map(({ name }) => name)).toEqual([
      'customers.exportCustomer',
      'customers.viewCustomerIdentity',
      'guarantors.viewGuarantorIdentity',
      'imports.exportBooks',
    ])
    for (const call of recorded) expect(call).toMatchObject({ unsaved: true })
  })
})

describe('a registration that is repeated or checked', () => {
  it('has one effect; its stored hash and reply do not depend on the numbers', async () => {
    const body = { ...fields(), agent_id: agent.id }
    const from = { ...clerk, key: randomUUID() }
    const first = await server.ask(registerCustomer, { ...body, bvn, nin }, from)
    const again = await server.ask(registerCustomer, { ...body, bvn, nin }, from)
    // As Check asks: the device has not stored the numbers.
    const check = await server.ask(registerCustomer, body, {
      ...from,
      headers: { 'idempotency-check': '1' },
    })
    for (const reply of [again, check]) expect(reply.json).toEqual(first.json)
    const other = await server.ask(registerCustomer, { ...body, first_name: 'Musa' }, from)
    expectRefused(other, sentences.keyUsed)
    const [kept] = await server.database
      .select()
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.key, from.key))
    expect(kept?.call).toBe(registerCustomer.name)
  })
})

describe('keys', () => {
  const fresh = (...bytes: number[]) =>
    identityKeysOf(
      bytes.map((byte) => Buffer.alloc(32, byte)),
      'environment',
    )
  const own = () => server.services.identityKeys
  const withOwn = (byte: number) => identityKeysOf([Buffer.alloc(32, byte), own().sealing.key], 'environment')

  it('that do not open what is there stop the start, and keep others from sealing', async () => {
    await register({ bvn })
    await checkIdentityKeys(server.database, own())
    await expect(checkIdentityKeys(server.database, fresh(1))).rejects.toThrow(
      `sealed under key ${own().sealing.id}, and neither IDENTITY_KEY nor IDENTITY_OLD_KEYS is that key`,
    )
    const kept = own()
    server.services.identityKeys = fresh(1)
    const reply = await server.ask(registerCustomer, { ...fields(), agent_id: agent.id, bvn }, clerk)
    const id = await server.ask(registerCustomer, { ...fields(), agent_id: agent.id }, clerk)
    server.services.identityKeys = kept
    expectRefused(
      reply,
      'BVN and NIN can’t be saved: this server has another key for them than the others. Tell who runs the server.',
    )
    expect(id.status).toBe('200')
  })

  it('are rotated in batches: the new one seals, the old one opens until nothing is sealed under it', async () => {
    const old = own()
    const ids = await Promise.all(Array.from({ length: 3 }, () => server.makeCustomer(agent.id)))
    await server.database.insert(customerIdentities).values(
      ids.map(({ id: customerId }) => ({
        customerId,
        bvn: sealNumber(old, { customerId, field: 'bvn' }, bvn),
        nin: sealNumber(old, { customerId, field: 'nin' }, nin),
      })),
    )
    const rotating = withOwn(3)
    await checkIdentityKeys(server.database, rotating)
    server.services.identityKeys = rotating
    expect((await view(ids[0]?.id ?? 0)).output().data).toEqual({ bvn, nin })
    const [swapped] = ids.slice(1)
    const other = sealNumber(old, { customerId: ids[0]?.id ?? 0, field: 'nin' }, nin)
    await server.database
      .update(customerIdentities)
      .set({ nin: other })
      .where(eq(customerIdentities.customerId, swapped?.id ?? 0))
    const total = await server.database.$count(customerIdentities)
    const damaged = [{ customerId: swapped?.id, field: 'nin' }]
    expect(await resealAll(server.database, rotating)).toEqual({ changed: total, guarantors: 0, damaged })
    expect(await resealAll(server.database, rotating)).toEqual({ changed: 0, guarantors: 0, damaged })
    await server.ask(updateCustomer, { ...fields(), customer_id: swapped?.id ?? 0, nin }, clerk)
    expect(await resealAll(server.database, rotating)).toEqual({ changed: 0, guarantors: 0, damaged: [] })
    server.services.identityKeys = fresh(3)
    await checkIdentityKeys(server.database, server.services.identityKeys)
    expect((await view(ids[2]?.id ?? 0)).output().data).toEqual({ bvn, nin })
    expect(await register({ bvn })).toBeGreaterThan(0)
  })

  it('that are lost are distinguished from a fault, and what they sealed can be deleted', async () => {
    const before = own()
    const id = await register({ bvn })
    const other = await register({ nin })
    const stray = sealNumber(fresh(9), { customerId: id, field: 'nin' }, nin)
    await server.database
      .update(customerIdentities)
      .set({ nin: stray })
      .where(eq(customerIdentities.customerId, id))
    expectRefused(
      await view(id),
      'These numbers can’t be opened: this server lacks their key. Tell who runs the server.',
    )
    await expect(checkIdentityKeys(server.database, before)).rejects.toThrow('sealed under key')
    expect(await countUnreadable(server.database, before)).toBe(1)
    await deleteUnreadable(server.database, before)
    expect(await countUnreadable(server.database, before)).toBe(0)
    expect((await view(id)).output().data).toEqual({ bvn, nin: null })
    expect((await view(other)).output().data).toEqual({ bvn: null, nin })
  })

  it('are agreed on by the first number that is sealed', async () => {
    await register({ bvn })
    const [row] = await server.database.select().from(settings).where(eq(settings.name, 'identity key'))
    expect(row?.value).toBe(own().sealing.id)
  })
})
