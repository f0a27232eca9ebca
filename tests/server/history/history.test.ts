import { and, desc, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { NamedWrite } from '#contract/call'
import type { HistoryNoun } from '#contract/calls/history'
import { calls } from '#contract/index'
import type { Permission } from '#contract/permissionCatalogue'
import { recordChanges } from '#server/db/tables/histories'
import { messagesOffRequests } from '#server/db/tables/limits'
import { customerMessages } from '#server/db/tables/messages'
import { savings } from '#server/db/tables/money'
import { customers } from '#server/db/tables/schema'
import { recentPhoneChange } from '#server/people/phoneChanges'
import { historyWords, valueText } from '#server/views/history/words'
import { changerOf } from '../support/changes'
import { manyCalls, openServer } from '../support/harness'
import { historiesOf, watchedTables } from './historyDesk'

const server = await openServer({
  env: { ALLOW_SAME_APPROVER: 'true', SMS_URL: 'https://sms.test/send' },
  limits: manyCalls,
})
const { database } = server
const { boss, bodyOf } = await changerOf(server)
const { historyOf, changesBy, newKey, words } = historiesOf(server, boss)

/** Makes a change with a key, by which its rows are found. */
async function change(call: NamedWrite, body: object, from = boss) {
  const key = newKey()
  const reply = await server.ask(call, body as never, { token: from.token, key })
  expect(reply.status, reply.text).toBe('200')
  return { key, reply }
}

/** Switches off the messages to a customer, as two admins do. */
async function silence(customer_id: number) {
  await change(calls.messages.requestMessagesOff, { customer_id, reason: 'Shares the phone' })
  const [asked] = await database
    .select()
    .from(messagesOffRequests)
    .orderBy(desc(messagesOffRequests.id))
    .limit(1)
  return change(calls.messages.messagesOffDecision, { id: asked?.id, status: 'accept' })
}

const person = {
  first_name: 'Halima',
  last_name: 'Danladi',
  phone_number: '08031112222',
  home_address: '4 Murtala Way, Kano',
  office_address: '',
  state: 'Kano',
  lga: 'Dala',
}
const newCustomer = async (fields: Partial<typeof person> = {}) => {
  const { id: agent_id } = await server.makeAgent({ name: 'Musa Bello' })
  const body = { ...person, ...fields, agent_id, bvn: '22345678901' }
  const { key, reply } = await change(calls.customers.registerCustomer, body)
  return { id: (reply.json.data as { id: number }).id, key, agent_id }
}

describe('the history of a customer', () => {
  it('begins with who registered them, and does not have the BVN', async () => {
    const { id, key } = await newCustomer()
    expect(await changesBy('customer', id, key)).toEqual(['BVN: – → Sealed', 'Created'])
    const [first] = (await historyOf('customer', id)).data
    expect(first).toMatchObject({
      by: 'Ngozi Afolabi',
      reference: key,
      action: `Registered customer ${id}`,
      created_at: '2026-11-18T10:00:00.000Z',
    })
  })

  it('has the old and the new value of each field, and only of those that changed', async () => {
    const { id } = await newCustomer()
    const body = {
      ...person,
      customer_id: id,
      phone_number: '08055556666',
      office_address: 'Stall 9, Kantin Kwari',
      state: 'Lagos',
      lga: 'Ikeja',
      nin: '12345678901',
    }
    const { key } = await change(calls.customers.updateCustomer, body)
    expect(await changesBy('customer', id, key)).toEqual([
      'LGA: Dala → Ikeja',
      'NIN: – → Sealed',
      'Office Address: – → Stall 9, Kantin Kwari',
      'Phone: 08031112222 → 08055556666',
      'State: Kano → Lagos',
    ])
  })

  it('has no sealed number anywhere in the table', async () => {
    const { rows } = await database.execute(sql`select from record_changes c
      where c::text ~ '22345678901|12345678901' or c::text like '%$argon2%'
        or exists (select from customer_identities i where strpos(c::text, i.bvn) > 0 or strpos(c::text, i.nin) > 0)`)
    expect(rows).toEqual([])
  })

  it('names agents, states and switches in words', async () => {
    const { id } = await newCustomer()
    const { id: agent_id } = await server.makeAgent({ name: 'Adaeze Okonkwo' })
    const moved = await change(calls.customers.assignAgentToCustomer, { agent_id, customer_id: id })
    expect(await changesBy('customer', id, moved.key)).toEqual([
      'Assigned Agent: Musa Bello → Adaeze Okonkwo',
    ])
    const off = await change(calls.customers.deactivateCustomer, { customer_id: id })
    expect(await changesBy('customer', id, off.key)).toEqual(['Status: Active → Non Active'])
    const silent = await silence(id)
    expect(await changesBy('customer', id, silent.key)).toEqual(['Messages: On → Off'])
  })

  it('has a move of many under each of them', async () => {
    const three = [await newCustomer(), await newCustomer(), await newCustomer()]
    const { id: agent_id } = await server.makeAgent({ name: 'Adaeze Okonkwo' })
    const { key } = await change(calls.customers.BatchassignAgentToCustomer, {
      agent_id,
      customer_id: three.map(({ id }) => id),
    })
    for (const { id } of three)
      expect(await changesBy('customer', id, key)).toEqual(['Assigned Agent: Musa Bello → Adaeze Okonkwo'])
    const log = await server.ask(
      calls.admins.getAdminActivityLog,
      { page: 1, subject: `customer ${three[1]?.id}` },
      boss,
    )
    expect(log.output().data.data.map(({ action }) => action)).toEqual([
      `Moved customers to agent ${agent_id}`,
      `Registered customer ${three[1]?.id}`,
    ])
    const one = await server.ask(calls.admins.getAdminActivityLog, { page: 1, reference: key }, boss)
    expect(one.output().data.data.map(({ reference }) => reference)).toEqual([key])
  })

  it('has guarantors for who may see them on the page', async () => {
    const body = (await bodyOf(calls.guarantors.addGuarantor)) as { loan_id: number; first_name: string }
    const { key } = await change(calls.guarantors.addGuarantor, body)
    const { rows } = await database.execute<{ id: string }>(
      sql`select customer_id as id from loans where id = ${body.loan_id}`,
    )
    const id = Number(rows[0]?.id)
    const all = await changesBy('customer', id, key)
    expect(all).toContain(`Guarantor: First Name: – → ${body.first_name}`)
    expect(all).toContain('Guarantor: ID Card: – → Sealed')
    const clerk = await server.enter('can-view-history', 'can-view-customer', 'can-view-customer-details')
    const seen = (await historyOf('customer', id, { from: clerk })).data
    expect(seen.filter(({ field }) => field.startsWith('Guarantor'))).toEqual([])
  })

  it('records a change that no admin made, without a name', async () => {
    const { id } = await newCustomer()
    await database.update(customers).set({ lga: 'Nassarawa' }).where(eq(customers.id, id))
    const [last] = (await historyOf('customer', id)).data
    expect(last && words(last)).toBe('LGA: Dala → Nassarawa')
    expect(last).toMatchObject({ by: null, reference: null, action: null })
  })

  it('has nothing of a change that was refused', async () => {
    const { id } = await newCustomer()
    const before = (await historyOf('customer', id)).total
    const body = { agent_id: 999_999, customer_id: id }
    expect((await server.ask(calls.customers.assignAgentToCustomer, body, boss)).status).not.toBe('200')
    expect((await historyOf('customer', id)).total).toBe(before)
  })

  it('comes in pages, newest first', async () => {
    const { id } = await newCustomer()
    for (let at = 0; at < 4; at += 1)
      await change(at % 2 ? calls.customers.activateCustomer : calls.customers.deactivateCustomer, {
        customer_id: id,
      })
    const all = (await historyOf('customer', id)).data
    expect(all.map(({ id: row }) => row)).toEqual(all.map(({ id: row }) => row).toSorted((a, b) => b - a))
    const pages = await Promise.all([1, 2, 3].map((page) => historyOf('customer', id, { page, per_page: 2 })))
    expect(pages.map(({ total }) => total)).toEqual([6, 6, 6])
    expect(pages.flatMap(({ data }) => data)).toEqual(all)
  })
})

/** One change of each noun that changes values in place, with the record that it changes. */
const inPlace: [NamedWrite, HistoryNoun, table: string, idOf: string][] = [
  [calls.customers.updateCustomer, 'customer', 'customers', 'customer_id'],
  [calls.customers.activateCustomer, 'customer', 'customers', 'customer_id'],
  [calls.customers.deactivateCustomer, 'customer', 'customers', 'customer_id'],
  [calls.messages.switchOnMessages, 'customer', 'customers', 'customer_id'],
  [calls.agents.updateAgent, 'agent', 'agents', 'agent_id'],
  [calls.agents.suspendAgent, 'agent', 'agents', 'agent_id'],
  [calls.agents.reactivateAgent, 'agent', 'agents', 'agent_id'],
  [calls.agents.deleteAgent, 'agent', 'agents', 'agent_id'],
  [calls.agents.resetAgentPassword, 'agent', 'agents', 'agent_id'],
  [calls.admins.updateAdmin, 'admin', 'admins', 'admin_id'],
  [calls.admins.deleteAdmin, 'admin', 'admins', 'admin_id'],
  [calls.admins.activateDeletedAdmins, 'admin', 'admins', 'admin_id'],
  [calls.admins.resetPassword, 'admin', 'admins', 'admin_id'],
  [calls.savings.updateSavingType, 'saving type', 'saving_types', 'id'],
  [calls.savings.switchOffSavingType, 'saving type', 'saving_types', 'id'],
  [calls.savings.switchOnSavingType, 'saving type', 'saving_types', 'id'],
  [calls.savings.closeSaving, 'saving', 'savings', 'savings_id'],
  [calls.loans.switchOffLoanType, 'loan type', 'loan_types', 'id'],
  [calls.loans.switchOnLoanType, 'loan type', 'loan_types', 'id'],
  [calls.fees.switchOffFee, 'fee', 'fees', 'id'],
  [calls.fees.switchOnFee, 'fee', 'fees', 'id'],
  [calls.markets.updateMarket, 'market day', 'market_days', 'marketId'],
  [calls.markets.updateMarketByDays, 'market day', 'market_days', 'marketId'],
]

describe('the history of each noun', () => {
  /** Each column as text. */
  const rowOf = async (table: string, id: number) => {
    const { rows } = await database.execute<{ row: Record<string, string | null> }>(
      sql`select (select jsonb_object_agg(key, value) from jsonb_each_text(to_jsonb(t))) as row
        from ${sql.identifier(table)} t where id = ${id}`,
    )
    return rows[0]?.row ?? {}
  }
  it.each(inPlace.map((one) => [one[0].name, one] as const))('has what %s changes', async (_name, one) => {
    const [call, noun, table, field] = one
    const body = (await bodyOf(call)) as Record<string, number>
    const id = body[field] ?? 0
    const before = await rowOf(table, id)
    const { key } = await change(call, body)
    const after = await rowOf(table, id)
    const expected = Object.entries(historyWords[table] ?? {}).flatMap(([column, [label]]) => {
      const [old, changed] = [before[column], after[column]]
      if (old === changed) return []
      const text = (value: string | null = null) => valueText({ part: table, column }, value)
      return [words({ field: label, before: text(old), after: text(changed) })]
    })
    expect(expected).not.toEqual([])
    const found = await changesBy(noun, id, key)
    expect(found).toEqual(expect.arrayContaining(expected))
    // The change of a customer also gives a NIN.
    expect(found.length).toBe(expected.length + (call.name === 'customers.updateCustomer' ? 1 : 0))
    const own = (await historyOf(noun, id)).data.filter(({ reference }) => reference === key)
    expect(new Set(own.map(({ by }) => by))).toEqual(new Set(['Ngozi Afolabi']))
  })

  it('names each permission that a role gained or lost', async () => {
    const role = await server.makeRole('Teller Nine', 'can-view-agent', 'can-view-loan')
    const { key } = await change(calls.roles.editRoles, {
      role_id: role.id,
      permission: ['can-view-loan', 'can-view-saving'],
    })
    expect(await changesBy('role', role.id, key)).toEqual([
      'Permission: can-view-agent → –',
      'Permission: – → can-view-saving',
    ])
    const made = await change(calls.roles.addRoles, { name: 'Teller Ten', permission: ['can-view-agent'] })
    const { rows } = await database.execute<{ id: string }>(
      sql`select id from roles where name = 'Teller Ten'`,
    )
    expect(await changesBy('role', Number(rows[0]?.id), made.key)).toEqual([
      'Created',
      'Permission: – → can-view-agent',
    ])
  })

  it('names the role and the own permissions of an admin', async () => {
    const role = await server.makeRole('Cashier Nine')
    const admin = await server.makeAdmin()
    const given = await change(calls.admins.assignRoletoAdmin, { admin_id: admin.id, role_id: role.id })
    expect(await changesBy('admin', admin.id, given.key)).toEqual(['Role: – → Cashier Nine'])
    const body = { admin_id: admin.id, permission: ['can-view-agent'] }
    const granted = await change(calls.admins.assignPermissionToAdmin, body)
    expect(await changesBy('admin', admin.id, granted.key)).toEqual(['Own Permission: – → can-view-agent'])
    const taken = await change(calls.admins.removePermissionFromAdmin, body)
    expect(await changesBy('admin', admin.id, taken.key)).toEqual(['Own Permission: can-view-agent → –'])
    const reset = await change(calls.admins.resetPassword, { admin_id: admin.id })
    expect(await changesBy('admin', admin.id, reset.key)).toEqual(['Password: Sealed → Sealed'])
    await change(calls.admins.removeRole, { admin_id: admin.id, role_id: role.id })
    await change(calls.roles.deleteRoles, { role_id: role.id })
    const all = (await historyOf('admin', admin.id)).data.map(words)
    expect(all).toContain(`Role: – → Deleted, id ${role.id}`)
  })

  it('has the terms of a type with the reason of their change', async () => {
    const body = (await bodyOf(calls.terms.termChangeDecision)) as { id: number }
    const { rows } = await database.execute<{ type: string }>(
      sql`select saving_type_id as type from term_changes where id = ${body.id}`,
    )
    const { key } = await change(calls.terms.termChangeDecision, body)
    const id = Number(rows[0]?.type)
    expect(await changesBy('saving type', id, key)).toEqual([
      'Charge: ₦0.00 → ₦100.00',
      'Interest a Year: 0% → 4%',
    ])
    const [last] = (await historyOf('saving type', id)).data
    expect(last?.reason).toBe('Higher costs')
  })

  it('has the new plan of a wallet when it is agreed, by whom', async () => {
    const body = (await bodyOf(calls.savings.changeSavingPlan)) as { savings_id: number }
    const { key } = await change(calls.savings.changeSavingPlan, body)
    const found = await changesBy('saving', body.savings_id, key)
    expect(found).toContain('New Plan: Fixed Amount: – → ₦700.00')
    expect(found).toContain('New Plan: Deposit Type: – → weekly')
    const [wallet] = await database.select().from(savings).where(eq(savings.id, body.savings_id))
    await database.update(savings).set({ chargeOwed: wallet?.chargeOwed ?? (0 as never) })
    expect(await changesBy('saving', body.savings_id, key)).toEqual(found)
  })

  it('has the pay of an agent for who may see it', async () => {
    const body = (await bodyOf(calls.agentPay.setAgentPayTerms)) as { agent_id: number }
    const { key } = await change(calls.agentPay.setAgentPayTerms, body)
    expect(await changesBy('agent', body.agent_id, key)).toEqual([
      'Commission: From: – → Nov 2026',
      'Commission: of Commissions: – → 50%',
      'Commission: of Repayments: – → 2%',
      'Commission: of Savings: – → 1%',
    ])
    const clerk = await server.enter('can-view-history', 'can-view-agent-details')
    expect((await historyOf('agent', body.agent_id, { from: clerk })).data).toEqual([])
  })
})

describe('who may see a history', () => {
  const needed: [HistoryNoun, Permission[]][] = [
    ['customer', ['can-view-customer', 'can-view-customer-details']],
    ['agent', ['can-view-agent-details']],
    ['admin', ['can-view-admin']],
    ['role', ['can-view-roles']],
    ['saving', ['can-view-saving-portfolio']],
    ['saving type', ['can-view-saving']],
    ['loan type', ['can-view-loan']],
    ['fee', ['can-view-fee']],
    ['market day', ['can-view-market-day']],
  ]
  it.each(needed)('of a %s: who may see history and the record, and nobody with less', async (noun, held) => {
    const asked = async (...permissions: Permission[]) => {
      const from = await server.enter(...permissions)
      const body = { noun, id: 1, page: 1 }
      return (await server.ask(calls.history.getRecordHistory, body, from)).status
    }
    expect(await asked('can-view-history', ...held)).toBe('200')
    expect(await asked('can-view-all')).toBe('200')
    expect(await asked(...held)).toBe('400')
    for (const one of held)
      expect(await asked('can-view-history', ...held.filter((other) => other !== one))).toBe('400')
  })

  it('the filters of the activity log stay with superadmins', async () => {
    const clerk = await server.enter('can-view-history', 'can-view-all')
    const body = { page: 1, subject: 'customer 1' }
    expect((await server.ask(calls.admins.getAdminActivityLog, body, clerk)).http).toBe(403)
  })
})

describe('the rows of histories', () => {
  const newest = async () => {
    const [row] = await database.select().from(recordChanges).orderBy(desc(recordChanges.id)).limit(1)
    if (!row) throw new Error('There is no history.')
    return row
  }
  beforeAll(() => newCustomer())

  it('are never changed, erased or deleted', async () => {
    const { id } = await newest()
    const is = eq(recordChanges.id, id)
    await expect(database.update(recordChanges).set({ after: 'x' }).where(is)).rejects.toThrow()
    await expect(
      database.update(recordChanges).set({ before: null, after: null }).where(is),
    ).rejects.toThrow()
    await expect(
      database.update(recordChanges).set({ adminId: null, reference: null }).where(is),
    ).rejects.toThrow()
    await expect(database.delete(recordChanges).where(is)).rejects.toThrow()
  })

  it('lose the name, e-mail and phone of an admin who is permanently deleted, and keep rights', async () => {
    const body = (await bodyOf(calls.admins.permanentlyDeleteAdmins)) as { admin_id: number }
    const is = (part: string) =>
      and(
        eq(recordChanges.noun, 'admin'),
        eq(recordChanges.recordId, body.admin_id),
        eq(recordChanges.part, part),
      )
    await database.execute(sql`update admins set phone_number = '08099990000' where id = ${body.admin_id}`)
    await change(calls.admins.permanentlyDeleteAdmins, body)
    const own = await database.select().from(recordChanges).where(is('admins'))
    expect(own.length).toBeGreaterThan(0)
    expect(own.map(({ before, after }) => before ?? after).filter((value) => value !== null)).toEqual([])
    const rights = await database.select().from(recordChanges).where(is('admin_permissions'))
    expect(rights.map(({ before }) => before)).not.toEqual([])
  })

  it('say whose change it was also where the next change on the same connection has no admin', async () => {
    const { id } = await newCustomer()
    await database.transaction(async (tx) => {
      await tx.update(customers).set({ state: 'Oyo' }).where(eq(customers.id, id))
    })
    expect(await newest()).toMatchObject({ recordId: id, adminId: null, reference: null })
  })

  it('are of tables with triggers alone', async () => {
    const tables = new Set((await watchedTables(server)).map(({ table }) => table))
    const rows = await database.selectDistinct({ part: recordChanges.part }).from(recordChanges)
    expect(rows.filter(({ part }) => !tables.has(part))).toEqual([])
  })
})

describe('a change of the phone number', () => {
  it('tells the number before, and is known for seven days, with who made it', async () => {
    server.clock.rewindAfterTest()
    const { id } = await newCustomer({ phone_number: '08031110001' })
    expect(await recentPhoneChange(database, id, server.clock.now())).toBeUndefined()
    const body = { ...person, customer_id: id, phone_number: '08077778888' }
    await change(calls.customers.updateCustomer, body)
    const messages = await database.select().from(customerMessages).where(eq(customerMessages.customerId, id))
    expect(messages).toMatchObject([
      {
        phone: '08031110001',
        state: 'waiting',
        entryId: null,
        text: 'Your number with us was changed to ...8888. If you did not ask for it, call us or come to the office at once.',
      },
    ])
    server.clock.pass(7 * 24 * 60 - 1)
    expect(await recentPhoneChange(database, id, server.clock.now())).toEqual({
      changed_at: '2026-11-18T10:00:00.000Z',
      changed_by: 'Ngozi Afolabi',
      before: '08031110001',
    })
    server.clock.pass(1)
    expect(await recentPhoneChange(database, id, server.clock.now())).toBeUndefined()
  })

  it('tells nobody where messages are off, and nothing where another field changed', async () => {
    const { id } = await newCustomer({ phone_number: '08031110002' })
    await silence(id)
    await change(calls.customers.updateCustomer, { ...person, customer_id: id, phone_number: '08077778899' })
    const other = await newCustomer({ phone_number: '08031110003' })
    const body = { ...person, customer_id: other.id, phone_number: '08031110003', lga: 'Gwale' }
    await change(calls.customers.updateCustomer, body)
    const states = async (customerId: number) =>
      (await database.select().from(customerMessages).where(eq(customerMessages.customerId, customerId))).map(
        ({ state }) => state,
      )
    expect(await states(id)).toEqual(['off'])
    expect(await states(other.id)).toEqual([])
    expect(await recentPhoneChange(database, other.id, server.clock.now())).toBeUndefined()
  })
})
