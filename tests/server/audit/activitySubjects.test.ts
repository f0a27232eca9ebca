import { randomUUID } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { BodyOf, NamedWrite, Write } from '#contract/call'
import { allCalls, calls } from '#contract/index'
import type { OutputOf } from '#contract/call'
import { verifyChain } from '#server/audit/auditChain'
import { adminActivity, admins, agents, roles } from '#server/db/tables/schema'
import { changerOf } from '../support/changes'
import { manyCalls, openServer } from '../support/harness'

const server = await openServer({ env: { ALLOW_SAME_APPROVER: 'true' }, limits: manyCalls })
const { boss, bodyOf, signedIn } = await changerOf(server)
const changes = allCalls.filter((call): call is NamedWrite => call.kind === 'write')

/** Changes whose subject is new, though their body names a customer or an agent. */
const documents = [
  'withdrawals.createWithDrawalRequest',
  'cash.recordRemittance',
  'collections.recordSheet',
  'collections.recordCollection',
  'collections.requestSheet',
  'cash.requestCashDifference',
  'cash.requestTillDifference',
  'expenses.requestExpense',
  'agentPay.makeAgentStatements',
  'agentPay.setAgentPayTerms',
  'customers.registerCustomer',
  'credits.requestCustomerCredit',
]

type Row = typeof adminActivity.$inferSelect
const rowOf = async (key: string): Promise<Row> => {
  const [row] = await server.database.select().from(adminActivity).where(eq(adminActivity.reference, key))
  if (!row) throw new Error('The change left no row.')
  return row
}
const newest = async () =>
  (await server.database.select().from(adminActivity).orderBy(desc(adminActivity.place)).limit(1))[0] as Row

type Named = { name: string; role: string | null; reference: string | null; amount: string | null }
/** Every record that a row can be about, with its current name. */
async function everything(): Promise<Map<string, Named>> {
  const person = sql`c.first_name || ' ' || c.last_name`
  const { rows } = await server.database.execute<Named & { subject: string }>(sql`
    select 'admin ' || a.id as subject, a.name, r.name as role, null as reference, null::bigint as amount
      from admins a left join roles r on r.id = a.role_id
    union all select 'role ' || id, name, null, null, null from roles
    union all select 'permission ' || id, name, null, null, null from permissions
    union all select 'agent ' || id, name, null, null, null from agents
    union all select 'device ' || d.id, a.name, null, d.device_name, null
      from agent_devices d join agents a on a.id = d.agent_id
    union all select 'customer ' || c.id, ${person}, null, c.reference, null from customers c
    union all select 'loan ' || l.id, ${person}, null, l.reference, l.amount
      from loans l join customers c on c.id = l.customer_id
    union all select 'loan change ' || g.id, ${person}, null, g.reference, g.amount
      from loan_changes g join customers c on c.id = g.customer_id
    union all select 'set of arrears terms ' || id, 'Arrears terms from ' || to_char(from_day, 'FMDD Mon YYYY'), null, null, null
      from arrears_terms
    union all select 'holiday ' || id, name || ', ' || to_char(day, 'FMDD Mon YYYY'), null, null, null from holidays
    union all select 'set of closed weekdays ' || id, 'Closed weekdays from ' || to_char(from_day, 'FMDD Mon YYYY'), null, null, null
      from collection_calendars
    union all select 'withdrawal ' || w.id, ${person}, null, w.reference, w.amount
      from withdrawals w join customers c on c.id = w.customer_id
    union all select 'messages off request ' || q.id, ${person}, null, q.reference, null
      from messages_off_requests q join customers c on c.id = q.customer_id
    union all select 'credit request ' || q.id, coalesce(${person}, 'Main wallet'), null, q.reference, q.amount
      from credit_requests q left join customers c on c.id = q.customer_id
    union all select 'reversal ' || v.id, ${person}, null, v.reference, v.amount
      from reversals v join customers c on c.id = v.customer_id
    union all select 'payout ' || id, 'Payout of ' || wallets || case wallets when 1 then ' wallet' else ' wallets' end, null, reference, total
      from payout_batches
    union all select 'reopening ' || id, 'Days from ' || to_char(from_day, 'FMDD Mon YYYY'), null, reference, null from reopenings
    union all select 'till ' || t.id, t.name, null, null, null from tills t
    union all select 'till session ' || s.id, t.name, null, s.reference, null from till_sessions s join tills t on t.id = s.till_id
    union all select 'bank movement ' || b.id, 'Slip ' || b.slip_number, null, b.reference, b.amount from bank_movements b
    union all select 'business day ' || id, to_char(day, 'FMDD Mon YYYY'), null, null, null from business_days
    union all select 'day opening ' || id, to_char(day, 'FMDD Mon YYYY'), null, reference, null from day_openings
    union all select 'setting change ' || g.id, g.setting, null, g.reference, null from setting_changes g
    union all select 'term change ' || g.id, coalesce(s.name, l.name), null, g.reference, null
      from term_changes g left join saving_types s on s.id = g.saving_type_id left join loan_types l on l.id = g.loan_type_id
    union all select 'late batch ' || q.id, a.name, null, q.reference, q.total
      from late_batches q join agents a on a.id = q.agent_id
    union all select 'sheet request ' || q.id, a.name, null, q.reference, q.total
      from sheet_requests q join agents a on a.id = q.agent_id
    union all select 'fund request ' || id, initcap(type) || ' request', null, reference, amount from fund_requests
    union all select 'remittance ' || r.id, a.name, null, r.reference, r.counted
      from remittances r join agents a on a.id = r.agent_id
    union all select 'collection ' || k.id, a.name, null, k.reference, k.total
      from collections k join agents a on a.id = k.agent_id
    union all select 'cash difference ' || d.id, coalesce(a.name, l.name), null, d.reference, abs(d.amount)
      from cash_differences d left join agents a on a.id = d.agent_id
      left join till_sessions s on s.id = d.till_session_id left join tills l on l.id = s.till_id
    union all select 'agent statement ' || s.id, a.name, null, s.reference, s.total
      from agent_statements s join agents a on a.id = s.agent_id
    union all select 'set of agent pay terms ' || id, 'Agents’ commission from ' || to_char(from_month, 'Mon YYYY'), null, null, null
      from agent_pay_terms
    union all select 'month of statements 1', 'Agents’ statements', null, null, null
    union all select 'saving ' || s.id, ${person}, null, s.reference, null
      from savings s join customers c on c.id = s.customer_id
    union all select 'loan type ' || id, name, null, null, null from loan_types
    union all select 'saving type ' || id, name, null, null, null from saving_types
    union all select 'fee ' || id, name, null, null, null from fees
    union all select 'expense ' || x.id, k.name, null, x.reference, x.amount
      from expenses x join expense_categories k on k.id = x.category_id
    union all select 'expense category ' || id, name, null, null, null from expense_categories
    union all select 'book account ' || id, name, null, code, null from book_accounts
    union all select 'market day ' || id, name, null, null, null from market_days
    union all select 'view ' || id, name, null, null, null from saved_views
    union all select 'import ' || id, 'Import ' || id, null, null, null from imports
    union all select 'guarantor ' || id, first_name || ' ' || last_name, null, null, null from guarantors
    union all select 'wallet 1', 'Main wallet', null, null, null`)
  return new Map(rows.map(({ subject, ...named }) => [subject, named]))
}

const expectNamed = (row: Row, named: Named | undefined, body: object) =>
  expect({
    name: row.subjectName,
    role: row.subjectRole,
    reference: row.subjectReference,
    amount: row.amount,
  }).toEqual({
    name: named?.name ?? null,
    role: named?.role ?? null,
    reference: named?.reference ?? null,
    amount: 'amount' in body ? body.amount : named?.amount ? Number(named.amount) : null,
  })

describe.each(changes)('$name', (call) => {
  it('names its subject as it was before the change, whether done, refused or forbidden', async () => {
    const body = (await bodyOf(call)) as BodyOf<Write> & Record<string, unknown>
    const clerk = await server.enter()
    const before = await everything()

    const forbidden = await server.ask(call, body, clerk)
    if (forbidden.http === 403) {
      const row = await newest()
      expect(row).toMatchObject({ adminId: clerk.id, action: call.name, status: 'refused' })
      // A new one has no id, and the main wallet needs none.
      const hasId = Object.keys(body).some((field) => /^(id|marketId)$|_id$/.test(field))
      const isNew = documents.includes(call.name)
      expect(row.subject !== null).toBe(hasId && !isNew)
      if (row.subject) expectNamed(row, before.get(row.subject), {})
    }

    const key = randomUUID()
    const reply = await server.ask(call, body, { ...(await signedIn()), key })
    expect(reply.status, reply.text).toBe('200')
    const row = await rowOf(key)
    const after = await everything()
    const expected = call.name === 'admins.permanentlyDeleteAdmins' ? after : before
    expect(row.status).toBe('success')
    expectNamed(row, expected.get(row.subject ?? '') ?? after.get(row.subject ?? ''), body)
    expect(row.subjectName).not.toBeNull()

    const again = randomUUID()
    await server.ask(call, body, { ...(await signedIn()), key: again })
    const repeated = await rowOf(again)
    if (repeated.status === 'refused' && before.has(row.subject ?? '')) {
      expect(repeated.subject).toBe(row.subject)
      expectNamed(repeated, after.get(row.subject ?? ''), body)
    }
  })
})

type Listed = OutputOf<typeof calls.admins.getAdminActivityLog>['data']['data'][number]
const log = async (search: string): Promise<Listed[]> =>
  (await server.ask(calls.admins.getAdminActivityLog, { page: 1, search }, await signedIn())).output().data
    .data

describe('the subject', () => {
  it('is found by its former name and reference, and links to the details', async () => {
    const { id } = await server.makeAgent({ name: 'Zubairu Nwosu' })
    await server.ask(calls.agents.resetAgentPassword, { agent_id: id }, await signedIn())
    await server.database.update(agents).set({ name: 'Another Name' }).where(eq(agents.id, id))
    const found = {
      subject: `agent ${id}`,
      subject_name: 'Zubairu Nwosu',
      subject_agent_id: id,
      subject_customer_id: null,
      subject_admin_id: null,
      subject_loan_id: null,
    }
    expect(await log('zubairu')).toMatchObject([found])
    expect(await log('zu')).toMatchObject([found])

    const decision = (await bodyOf(calls.loans.firstLoanApproval)) as { id: number; status: 'accepted' }
    await server.ask(calls.loans.firstLoanApproval, decision, await signedIn())
    const [loan] = await log(`decision on loan ${decision.id}`)
    expect(loan).toMatchObject({ subject_loan_id: decision.id, subject_agent_id: null })
    expect(loan?.subject_customer_id).not.toBeNull()
    expect(loan?.amount).not.toBeNull()
    expect(await log(loan?.subject_reference?.toLowerCase() ?? '')).toEqual([loan])
  })

  it('is found together with the actions of an admin of that name', async () => {
    const namesake = await server.enterAs({ name: 'Zainab Okoro', permissions: ['can-reset-agent-password'] })
    const [agent, other] = [await server.makeAgent({ name: 'Zainab Bello' }), await server.makeAgent()]
    await server.ask(calls.agents.resetAgentPassword, { agent_id: agent.id }, await signedIn())
    await server.ask(calls.agents.resetAgentPassword, { agent_id: other.id }, namesake)
    expect((await log('zainab')).map(({ subject }) => subject)).toEqual([
      `agent ${other.id}`,
      `agent ${agent.id}`,
    ])
  })

  it('of a reassignment has the agent, or the number of customers, as detail', async () => {
    const one = (await bodyOf(calls.customers.assignAgentToCustomer)) as {
      agent_id: number
      customer_id: number
    }
    const many = { ...one, customer_id: [one.customer_id, (await server.makeCustomer(one.agent_id)).id] }
    await server.ask(calls.customers.assignAgentToCustomer, one, await signedIn())
    expect(await newest()).toMatchObject({ detail: `To agent ${one.agent_id}` })
    const { id: agent_id } = await server.makeAgent()
    await server.ask(calls.customers.BatchassignAgentToCustomer, { ...many, agent_id }, await signedIn())
    expect(await newest()).toMatchObject({ detail: '2 customers' })
  })

  it('is named where the change deletes it', async () => {
    const [role] = await server.database.insert(roles).values({ name: 'Night Clerk' }).returning()
    await server.ask(calls.roles.deleteRoles, { role_id: role?.id ?? 0 }, await signedIn())
    expect(await log('night clerk')).toMatchObject([{ subject_name: 'Night Clerk', status: 'success' }])
  })

  it('is made anonymous when an admin is permanently deleted, and the chain stays whole', async () => {
    const { id } = await server.makeAdmin({ name: 'Yetunde Forgotten', role: 'Supervisor' })
    await server.ask(calls.admins.deleteAdmin, { admin_id: id }, await signedIn())
    expect(await log('yetunde')).toMatchObject([
      { subject_name: 'Yetunde Forgotten', subject_role: 'Supervisor', subject_admin_id: id },
    ])
    await server.ask(calls.admins.permanentlyDeleteAdmins, { admin_id: id }, await signedIn())
    // The account is gone: the call is refused, and logged under the anonymous name.
    await server.ask(calls.admins.resetPassword, { admin_id: id }, await signedIn())
    expect(await log('yetunde')).toEqual([])
    const forgotten = { subject_name: `Deleted admin ${id}`, subject_role: null, subject_admin_id: null }
    expect(await log(`admin ${id}`)).toMatchObject([forgotten, forgotten, forgotten])
    expect(await verifyChain(server.database)).toMatchObject({ intact: true })
  })

  it('is written without the name when the admin is made anonymous meanwhile', async () => {
    const { id } = await server.makeAdmin({ name: 'Yinka Meanwhile' })
    await server.database.update(admins).set({ anonymisedAt: new Date() }).where(eq(admins.id, id))
    await server.database.insert(adminActivity).values({
      adminId: boss.id,
      action: 'admins.resetPassword',
      description: '',
      subject: `admin ${id}`,
      subjectName: 'Yinka Meanwhile',
      subjectRole: 'Admin',
      status: 'success',
      reference: '',
    })
    expect(await newest()).toMatchObject({ subjectName: `Deleted admin ${id}`, subjectRole: null })
  })
})
