import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { customers, rowCounts } from '#server/db/tables/schema'
import { maxCounted } from '#server/lists/pageOfIds'
import { formatCount } from '#domain/money/figures'
import { csvCells } from '../../csvCells'
import { openServer } from '../support/harness'

const server = await openServer()
const { getCustomers, getCustomer, getCustomerByUserId, getCustomerTotal, getCustomersBalance } =
  calls.customers
const viewer = await server.enter('can-view-customer', 'can-download-csv-file')
const adaeze = await server.makeAgent({ name: 'Adaeze Okonkwo' })
const musa = await server.makeAgent({ name: 'Musa Bello' })
const hoursAgo = (hours: number) => new Date(server.clock.now().getTime() - hours * 3_600_000)
const run = (text: string, values: unknown[] = []) => server.database.$client.query(text, values)

const list = async (body: { page?: number; perPage?: number; search?: string } = {}) =>
  (await server.ask(getCustomers, { page: 1, ...body }, viewer)).output().data
const namesOf = async (search: string) => (await list({ search })).data.map(({ first_name }) => first_name)

const names = ['Zainab', 'Yusuf', 'Xola', 'Wale', 'Vera']
/** From old to new; the first two have the same time and are ordered by id. */
for (const [at, firstName] of names.entries()) {
  const createdAt = at < 2 ? hoursAgo(100) : hoursAgo(50 - at)
  await server.makeCustomer(adaeze.id, { firstName, lastName: 'Shop', createdAt })
}
const gone = await server.makeCustomer(adaeze.id, { firstName: 'Gone', isDeleted: true })

describe('the list of customers', () => {
  it('is newest first, without deleted customers, and has the stored total', async () => {
    const { data, ...page } = await list()
    expect(data.map(({ first_name }) => first_name)).toEqual(names.toReversed())
    expect(page).toEqual({ total: 5, page: 1, per_page: 100 })
    expect((await server.ask(getCustomerTotal, {}, viewer)).output().data).toEqual({ total: 5 })
  })

  it('has rows in wire format', async () => {
    const { id, phoneNumber } = await server.makeCustomer(musa.id, {
      assignedAgentId: adaeze.id,
      firstName: 'Ọlá',
      state: 'Kano',
      lga: 'Dala',
      homeAddress: '4 Palm Street',
      isActive: false,
      idCardFile: 'card.png',
      createdAt: hoursAgo(-1),
    })
    const reply = await server.ask(getCustomers, { page: 1, perPage: 1 }, viewer)
    const reference = `CU-${String(id).padStart(6, '0')}`
    expect((reply.json.data as { data: unknown[] }).data).toEqual([
      {
        id,
        user_id: id,
        reference,
        name: 'Ọlá Ojo',
        first_name: 'Ọlá',
        last_name: 'Ojo',
        phone_number: phoneNumber,
        status: '0',
        state: 'Kano',
        lga: 'Dala',
        agentName: 'Musa Bello',
        assignedAgentName: 'Adaeze Okonkwo',
        has_idcard: 1,
        frozen: null,
        user_type: 'customer',
        home_address: '4 Palm Street',
        office_address: null,
        created_at: '2026-11-18T11:00:00.000Z',
        updated_at: '2026-11-18T11:00:00.000Z',
      },
    ])
    expect(reply.text).not.toContain('card.png')
    await server.database.delete(customers).where(eq(customers.id, id))
  })

  it('is exported with the columns of the contract', async () => {
    const reply = await server.ask(getCustomers, { page: 1, download: 'csv', search: 'Zainab' }, viewer)
    const [heading, row, ...more] = csvCells(reply.text.slice(1))
    expect(heading?.slice(0, 6)).toEqual([
      'Full Name',
      'Reference',
      'Phone',
      'Status',
      'Assigned Agent',
      'Agent',
    ])
    expect(row?.slice(0, 5)).toEqual([
      'Zainab Shop',
      expect.stringMatching(/^CU-\d{6}$/),
      expect.stringMatching(/^\d{11}$/),
      'Active',
      'Adaeze Okonkwo',
    ])
    expect(more).toEqual([])
  })
})

describe('search', () => {
  it.each([
    ['part of a name', 'ola', ['Xola']],
    ['first and last name', 'yusuf SH', ['Yusuf']],
    ['all rows for an empty text', '', names.toReversed()],
    ['no deleted customer', 'Gone', []],
    ['a wildcard literally', '%', []],
  ])('finds %s', async (_what, text, expected) => expect(await namesOf(text)).toEqual(expected))

  it('finds part of a phone number, and a reference', async () => {
    const [row] = (await list({ search: 'Wale' })).data
    expect(await namesOf(row?.phone_number.slice(3) ?? '')).toContain('Wale')
    expect(await namesOf(row?.reference.toLowerCase() ?? '')).toEqual(['Wale'])
  })

  it('stops counting at the last reachable page and says so', async () => {
    const added = `insert into customers (first_name, last_name, phone_number, agent_id, assigned_agent_id, created_at)
      select 'Crowd', 'Member', lpad(n::text, 11, '0'), $1, $1, now() - interval '2 years' from generate_series(1, $2) n`
    await run(added, [adaeze.id, maxCounted])
    const exact = await server.ask(getCustomers, { page: 100, search: 'crowd' }, viewer)
    expect(exact.message).toBe(`${formatCount(maxCounted)} records found.`)
    expect(exact.output().data).toMatchObject({ total: maxCounted, data: { length: 100 } })
    await run(added, [adaeze.id, 1])
    const many = await server.ask(getCustomers, { page: 1, search: 'crowd' }, viewer)
    expect(many.message).toBe('More than 10,000 records found.')
    expect(many.output().data).toMatchObject({ total: maxCounted, data: { length: 100 } })
    await run("delete from customers where first_name = 'Crowd'")
  })
})

describe('the stored total', () => {
  const storedTotal = async () =>
    (await server.database.select().from(rowCounts).where(eq(rowCounts.list, 'customers')))[0]?.total

  it('follows inserts, deletes, and deleted customers who are restored', async () => {
    const before = (await storedTotal()) ?? 0
    const [one, two] = [await server.makeCustomer(musa.id), await server.makeCustomer(musa.id)]
    await server.makeCustomer(musa.id, { isDeleted: true, lastName: 'Never' })
    expect(await storedTotal()).toBe(before + 2)
    const setDeleted = (id: number, isDeleted: boolean) =>
      server.database.update(customers).set({ isDeleted }).where(eq(customers.id, id))
    await setDeleted(one.id, true)
    await setDeleted(one.id, true)
    expect(await storedTotal()).toBe(before + 1)
    await setDeleted(one.id, false)
    expect(await storedTotal()).toBe(before + 2)
    await run("delete from customers where id = any($1) or last_name = 'Never'", [[one.id, two.id]])
    expect(await storedTotal()).toBe(before)
    expect(await server.database.$count(customers, eq(customers.isDeleted, false))).toBe(before)
  })
})

describe('one customer', () => {
  it('is a list of one under either name of the id', async () => {
    const { id } = await server.makeCustomer(adaeze.id, { firstName: 'Solo' })
    const byOne = (await server.ask(getCustomer, { customer_id: id }, viewer)).output().data
    expect(byOne.data).toMatchObject([{ id, user_id: id, first_name: 'Solo', has_idcard: false }])
    expect((await server.ask(getCustomerByUserId, { user_id: id }, viewer)).output().data).toEqual(byOne)
    await server.database.delete(customers).where(eq(customers.id, id))
  })

  it('is not found when deleted or unknown', async () => {
    const privileged = await server.enter('can-view-customer-details')
    for (const id of [gone.id, 999_999]) {
      const refusal = { status: '400', message: `Customer with ID ${id} not found` }
      expect((await server.ask(getCustomer, { customer_id: id }, viewer)).json).toEqual(refusal)
      expect((await server.ask(getCustomerByUserId, { user_id: id }, viewer)).json).toEqual(refusal)
      expect((await server.ask(getCustomersBalance, { customer_id: id }, privileged)).json).toEqual(refusal)
    }
  })
})
