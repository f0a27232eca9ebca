import { createHash } from 'node:crypto'
import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { customerFileType } from '#contract/calls/customerExport'
import { calls } from '#contract/index'
import { formatNaira, koboOf, sumKobo } from '#domain/money/kobo'
import { fieldActs } from '#server/db/tables/field'
import { importRecords, imports } from '#server/db/tables/imports'
import { guarantors, loanRateChanges, loans } from '#server/db/tables/loans'
import { adminActivity } from '#server/db/tables/schema'
import { saveIdentity } from '#server/identity/identities'
import { notInFile, sections } from '#server/modules/customers/export/sections'
import { expectRefused } from '../support/guards'
import { manyCalls, openServer } from '../support/harness'
import { naira } from '../support/people'
import { sentences } from '../../sentences'

const { exportCustomer, creditUser, assignAgentToCustomer, getCustomersBalance } = calls.customers
type Row = Record<string, unknown> & { id: number }
type CustomerFile = { [section: string]: Row[] } & {
  about: Record<string, unknown>
  identity: Record<string, unknown>
  files: unknown[]
}

const server = await openServer({ demo: true, limits: manyCalls })
const { database } = server
const clerk = await server.enter('can-export-customer', 'can-view-customer-identity')
const agent = await server.makeAgent({ name: 'Adaeze Okonkwo' })
const bola = await server.makeCustomer(agent.id, { firstName: 'Bola', lastName: 'Ige-"Ojo"\n' })
const [bvn, nin] = ['22345678901', '12345670002']

const exportOf = (customer_id: number, from = clerk) => server.ask(exportCustomer, { customer_id }, from)
const fileOf = async (customer_id: number, from = clerk) => {
  const { text } = await exportOf(customer_id, from)
  return JSON.parse(text) as CustomerFile
}
const tableOf = (section: string) => getTableConfig(sections[section]?.table as never).name
const covered = Object.keys(sections).map(tableOf)

// What the demo has none of: a recovery, a message, a row of an import, an act on a device, a change of a loan's rate; and a move to another agent.
const [lost] = await database.select().from(loans).where(eq(loans.loanStatus, 'written-off')).limit(1)
const body = { loan_id: lost?.id ?? 0, amount: naira(1) }
await server.ask(calls.loans.recordRecovery, body, await server.enter('can-record-collection'))
const desk = await server.enter('can-credit-customer', 'can-reassign-customer-to-agent')
const paid = await server.ask(creditUser, { customer_id: bola.id, amount: naira(1234.05) }, desk)
const other = await server.makeAgent({ name: 'Musa Bello' })
const moved = await server.ask(assignAgentToCustomer, { customer_id: bola.id, agent_id: other.id }, desk)
expect([paid.status, moved.status]).toEqual(['200', '200'])
const [importCase] = await database
  .insert(imports)
  .values({ cutOverDay: '2026-01-01', createdBy: desk.id })
  .returning()
await database.insert(fieldActs).values({
  agentId: agent.id,
  actKey: 'one',
  deviceId: 1,
  kind: 'requested withdrawal',
  customerId: bola.id,
  contentHash: 'x',
  recordedAt: server.clock.now(),
  refusal: 'Not covered',
})
await database.insert(importRecords).values({
  id: 1,
  importId: importCase?.id ?? 0,
  noun: 'customers',
  key: 'OLD-77',
  hash: 'x',
  recordId: bola.id,
})
const [loan] = await database.select().from(loans).limit(1)
await database
  .insert(loanRateChanges)
  .values({ loanId: loan?.id ?? 0, adminId: desk.id, fromBasisPoints: 100, toBasisPoints: 250 })

describe('the schema', () => {
  it('has no table that refers to a customer and is neither in the file nor named with its reason', async () => {
    const { rows: keys } = await database.execute<{ from: string; to: string }>(sql`
      select conrelid::regclass::text as from, confrelid::regclass::text as to
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
    const { rows: columns } = await database.execute<{ name: string }>(sql`
      select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name like '%customer%'`)
    const referring = new Set([
      'customers',
      ...columns.map(({ name }) => name),
      ...keys.flatMap(({ from, to }) => (covered.includes(to) ? [from] : [])),
    ])
    const known = [...covered, ...Object.keys(notInFile)]
    expect([...referring].filter((name) => !known.includes(name))).toEqual([])
    expect(Object.keys(notInFile).filter((name) => !referring.has(name))).toEqual([])
  })
})

/** The id of each row and whose it is, where the table has no `customer_id`. */
const owners: Record<string, SQL> = {
  profile: sql`select id, id as customer from customers`,
  savings_movements: sql`select h.id, s.customer_id as customer from savings_history h join savings s on s.id = h.savings_id`,
  agent_payouts: sql`select o.id, w.customer_id as customer from agent_payouts o join withdrawals w on w.id = o.withdrawal_id`,
  plan_changes: sql`select p.id, s.customer_id as customer from plan_changes p join savings s on s.id = p.savings_id`,
  savings_cycles: sql`select y.id, s.customer_id as customer from savings_cycles y join savings s on s.id = y.savings_id`,
  loan_schedules: sql`select t.id, l.customer_id as customer from loan_repayment_schedule t join loans l on l.id = t.loan_id`,
  loan_movements: sql`select t.id, l.customer_id as customer from loan_history t join loans l on l.id = t.loan_id`,
  loan_rate_changes: sql`select t.id, l.customer_id as customer from loan_rate_changes t join loans l on l.id = t.loan_id`,
  loan_fees: sql`select t.id, l.customer_id as customer from loan_fees t join loans l on l.id = t.loan_id`,
  loan_recoveries: sql`select t.id, l.customer_id as customer from loan_recoveries t join loans l on l.id = t.loan_id`,
  loan_securities: sql`select t.id, l.customer_id as customer from holds t join loans l on l.id = t.loan_id`,
  postings: sql`select p.id, a.customer_id as customer from ledger_postings p join ledger_accounts a on a.id = p.account_id`,
  posted_by_the_server: sql`select i.id, coalesce(l.customer_id, s.customer_id) as customer from run_items i
    left join loans l on l.id = i.loan_id left join savings s on s.id = i.savings_id`,
  moved_in: sql`select id, record_id as customer from import_records where noun = 'customers'`,
  history: sql`select c.id, case c.noun when 'customer' then c.record_id else s.customer_id end as customer
    from record_changes c left join savings s on c.noun = 'saving' and s.id = c.record_id where c.noun in ('customer', 'saving')`,
  activity: sql`select id, subject_customer_id as customer from admin_activity`,
}

describe('the file of a customer', () => {
  it.each(Object.keys(sections))('has all their %s and nobody else’s', async (section) => {
    const owned =
      owners[section] ?? sql`select id, customer_id as customer from ${sql.identifier(tableOf(section))}`
    const { rows } = await database.execute<{ customer: string; ids: string[] }>(sql`
      select customer::text, array_agg(id::text order by id) as ids from (${owned}) o
      where customer is not null group by customer order by count(*) desc limit 2`)
    expect(rows.length).toBeGreaterThan(0)
    for (const { customer, ids } of rows) {
      const found = (await fileOf(Number(customer)))[section] ?? []
      const before = found.filter(({ action }) => action !== 'customers.exportCustomer')
      expect(before.map(({ id }) => String(id))).toEqual(section === 'activity' ? await exportless(ids) : ids)
    }
  })
  /** Without what this test adds to the log. */
  const exportless = async (ids: string[]) => {
    const { rows } = await database.execute<{ id: string }>(sql`
      select id::text from admin_activity where action = 'customers.exportCustomer'`)
    return ids.filter((id) => !rows.some((row) => row.id === id))
  }

  it('has amounts to the kobo, times with their zone, and names and references in place of ids', async () => {
    const file = await fileOf(bola.id)
    expect(file.profile).toMatchObject([
      {
        id: bola.id,
        reference: bola.reference,
        first_name: 'Bola',
        last_name: 'Ige-"Ojo"\n',
        phone_number: bola.phoneNumber,
        agent: 'Adaeze Okonkwo',
        assigned_agent: 'Musa Bello',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+01:00$/),
      },
    ])
    expect(file.accounts).toMatchObject([{ name: `customer ${bola.id}`, balance: '1234.05', held: '0.00' }])
    const [entry] = file.entries ?? []
    expect(entry).toMatchObject({ kind: 'Customer credit', admin: 'Test Admin' })
    expect(file.postings).toMatchObject([
      {
        account: `customer ${bola.id}`,
        reference: entry?.reference,
        amount: '1234.05',
        balance_after: '1234.05',
      },
    ])
    expect(file.messages).toMatchObject([
      { text: expect.stringContaining('1,234.05'), entry: entry?.reference },
    ])
    expect(file.agents).toMatchObject([{ from_agent: 'Adaeze Okonkwo', to_agent: 'Musa Bello' }])
    expect(file.moved_in).toMatchObject([{ key: 'OLD-77' }])
    expect(file.about).toEqual({
      business: null,
      made_at: server.clock.now().toISOString(),
      amounts: 'naira',
      times: 'Lagos (UTC+1)',
    })
  })

  it('adds up: the postings of each account are its balance, which the portal shows too', async () => {
    const { rows } = await database.execute<{ id: string }>(sql`
      select customer_id as id from loans group by customer_id order by count(*) desc, customer_id limit 1`)
    const id = Number(rows[0]?.id)
    const file = await fileOf(id)
    expect(file.loans?.length).toBeGreaterThan(0)
    expect(file.guarantors?.length).toBeGreaterThan(0)
    for (const { name, balance } of file.accounts ?? []) {
      const amounts = (file.postings ?? []).filter(({ account }) => account === name)
      const sum = sumKobo(amounts.map(({ amount }) => koboOf(String(amount)) ?? naira(NaN)))
      expect(formatNaira(sum), String(name)).toBe(formatNaira(koboOf(String(balance)) ?? naira(NaN)))
    }
    const reader = await server.enter('can-view-customer-details')
    const { main_wallet } = (await server.ask(getCustomersBalance, { customer_id: id }, reader)).output().data
    const main = file.accounts?.find(({ kind }) => kind === 'customer')
    expect(koboOf(String(main?.balance))).toBe(main_wallet.balance)
  })

  it('has every row of a section that is read in several parts, once and in order', async () => {
    const saver = await server.makeCustomer(agent.id)
    const all = await database
      .insert(guarantors)
      .values(
        Array.from({ length: 1_001 }, (_, at) => ({
          firstName: 'Tobi',
          lastName: `Of row ${at}`,
          phone: '08030001111',
          address: '3 Broad Street, Ikeja',
          customerId: saver.id,
          agentId: agent.id,
        })),
      )
      .returning({ id: guarantors.id })
    onTestFinished(
      async () => void (await database.delete(guarantors).where(eq(guarantors.customerId, saver.id))),
    )
    const idsIn = async () => ((await fileOf(saver.id)).guarantors ?? []).map(({ id }) => id)
    const ids = all.map(({ id }) => id)
    expect(await idsIn()).toEqual(ids)
    await database.delete(guarantors).where(eq(guarantors.id, ids.at(-1) ?? 0))
    expect(await idsIn()).toEqual(ids.slice(0, 1_000))
  })

  it('names stored files by their hash, also one that is lost', async () => {
    const bytes = Buffer.from('a card')
    await server.services.files.put('card-of-tobi', bytes)
    const { id } = await server.makeGuarantor(bola, { idCardFile: 'card-of-tobi', utilityFile: 'lost-bill' })
    expect((await fileOf(bola.id)).files).toEqual([
      {
        of: `guarantor ${id}`,
        what: 'ID card',
        name: 'card-of-tobi',
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      },
      { of: `guarantor ${id}`, what: 'utility bill', name: 'lost-bill', bytes: null, sha256: null },
    ])
    await database.delete(guarantors).where(eq(guarantors.id, id))
  })
})

const newest = async (id: number) =>
  (
    await database
      .select()
      .from(adminActivity)
      .where(eq(adminActivity.subject, `customer ${id}`))
      .orderBy(desc(adminActivity.place))
      .limit(1)
  )[0]

describe('who may have it', () => {
  it('has BVN and NIN whole with the permission to view them, else their last digits; the log says which', async () => {
    await saveIdentity(database, server.services.identityKeys, bola.id, { bvn, nin })
    expect((await fileOf(bola.id)).identity).toEqual({ bvn, nin })
    expect(await newest(bola.id)).toMatchObject({
      adminId: clerk.id,
      action: 'customers.exportCustomer',
      description: `Exported the data of customer ${bola.id}`,
      status: 'success',
      detail: 'With BVN and NIN',
    })
    const without = await server.enter('can-export-customer', 'can-view-all')
    const reply = await exportOf(bola.id, without)
    expect(reply.headers['content-type']).toBe(customerFileType)
    expect(JSON.parse(reply.text).identity).toEqual({ bvn: '•••••••8901', nin: '•••••••0002' })
    for (const number of [bvn, nin]) expect(reply.text).not.toContain(number)
    expect(await newest(bola.id)).toMatchObject({ adminId: without.id, detail: 'Without BVN and NIN' })
  })

  it('is refused without the permission, also with can-view-all, and recorded', async () => {
    const from = await server.enter('can-view-all', 'can-view-customer-details', 'can-export-all')
    const reply = await exportOf(bola.id, from)
    expect(reply).toMatchObject({ http: 403, message: sentences.noPermission })
    expect(reply.text).not.toContain('Bola')
    expect(await newest(bola.id)).toMatchObject({
      adminId: from.id,
      description: `Tried to export the data of customer ${bola.id}`,
      status: 'refused',
    })
  })

  it('is not sent when it can not be recorded', async () => {
    await database.execute(sql`alter table admin_activity add constraint shut check (place < 0) not valid`)
    const reply = await exportOf(bola.id)
    await database.execute(sql`alter table admin_activity drop constraint shut`)
    expect(reply.http).toBe(500)
    expect(reply.text).not.toContain('Bola')
  })

  it('finds no unknown and no deleted customer', async () => {
    const gone = await server.makeCustomer(agent.id, { isDeleted: true })
    for (const id of [gone.id, 99_999_999])
      expectRefused(await exportOf(id), `Customer with ID ${id} not found`)
  })
})
