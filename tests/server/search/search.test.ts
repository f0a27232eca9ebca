import { describe, expect, it } from 'vitest'
import { type FoundKind, foundKinds, maxFound, shownFound } from '#contract/calls/search'
import { calls } from '#contract/index'
import type { Permission } from '#contract/permissionCatalogue'
import { formatNaira, koboOf } from '#domain/money/kobo'
import { openServer } from '../support/harness'
import { naira } from '../support/people'

const { searchEverything } = calls.search
const server = await openServer({ demo: true })
const { $client: pool } = server.database
const boss = await server.enterAs({ role: 'SuperAdmin' })
const ask = async (search: string, by: { token: string } = boss) =>
  (await server.ask(searchEverything, { search }, by)).output().data
const groupOf = async (kind: FoundKind, search: string, by?: { token: string }) =>
  (await ask(search, by)).find((group) => group.kind === kind)
async function valuesOf(query: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await pool.query<string[]>({ text: query, values, rowMode: 'array' })
  return rows.map(([value]) => String(value))
}

/** A borrower with savings: most kinds can be found by their name. */
const { rows: borrowers } = await pool.query<Record<'id' | 'first' | 'last' | 'phone', string>>(
  `select c.id, c.first_name as first, c.last_name as last, c.phone_number as phone from customers c
   where not c.is_deleted and exists (select from loans where customer_id = c.id)
     and exists (select from savings where customer_id = c.id)
     and (select count(*) from customers o where o.first_name = c.first_name and o.last_name = c.last_name) = 1
   order by c.id limit 1`,
)
const borrower = borrowers[0]
if (!borrower) throw new Error('The demo has no borrower with savings.')
const name = `${borrower.first} ${borrower.last}`
const reference = `CU-${borrower.id.padStart(6, '0')}`

describe('a search', () => {
  it('finds a customer by name, phone number, its last digits and reference, with what is theirs', async () => {
    for (const text of [name, name.toUpperCase(), borrower.phone, borrower.phone.slice(-6), reference]) {
      const found = await groupOf('customers', text)
      expect(found?.rows.map(({ id }) => id)).toContain(Number(borrower.id))
    }
    const theirs = { loans: 'loans', savings: 'savings', withdrawals: 'withdrawals' } as const
    for (const [kind, table] of Object.entries(theirs)) {
      const ids = await valuesOf(
        `select id from ${table} where customer_id = $1 order by created_at desc, id desc`,
        [borrower.id],
      )
      const found = await groupOf(kind as FoundKind, name)
      expect(found?.total ?? 0).toBe(ids.length)
      expect((found?.rows ?? []).map(({ id }) => String(id))).toEqual(ids.slice(0, shownFound))
    }
  })

  it('shows what is owed on a loan and saved in a wallet', async () => {
    const [loan] = (await groupOf('loans', name))?.rows ?? []
    const [owed] = await valuesOf(
      `select coalesce(a.balance, l.amount) from loans l left join ledger_accounts a on a.id = l.account_id where l.id = $1`,
      [loan?.id],
    )
    expect(String(loan?.amount)).toBe(owed)
    const [saving] = (await groupOf('savings', name))?.rows ?? []
    const [saved] = await valuesOf(
      'select a.balance from savings s join ledger_accounts a on a.id = s.account_id where s.id = $1',
      [saving?.id],
    )
    expect(String(saving?.amount)).toBe(saved)
  })

  it('finds a row of each kind by its reference, whole or by its number', async () => {
    for (const [kind, table] of [
      ['loans', 'loans'],
      ['savings', 'savings'],
      ['withdrawals', 'withdrawals'],
      ['requests', 'fund_requests'],
      ['movements', 'ledger_entries'],
    ] as const) {
      const [own = ''] = await valuesOf(`select reference from ${table} order by id desc limit 1`)
      for (const text of [own, own.toLowerCase(), own.slice(-6)])
        expect(
          (await groupOf(kind, text))?.rows.map(({ title }) => title),
          text,
        ).toContain(own)
    }
  })

  it('finds an agent by name', async () => {
    const [agent = ''] = await valuesOf('select name from agents order by id limit 1')
    expect((await groupOf('agents', agent.slice(0, 8)))?.rows.map(({ title }) => title)).toContain(agent)
  })

  it('finds loans, withdrawals, requests and movements by amount', async () => {
    for (const [kind, amounts] of [
      ['loans', 'select amount from loans'],
      ['withdrawals', 'select amount from withdrawals'],
      ['requests', 'select amount from fund_requests'],
      ['movements', "select amount from savings_history where kind = 'deposit' and status = 'approved'"],
      ['movements', "select repayment from loan_history where kind = 'repayment'"],
    ] as const) {
      const [amount] = await valuesOf(`${amounts} order by id desc limit 1`)
      const text = formatNaira(koboOf(Number(amount) / 100) ?? expect.fail('no amount'))
      expect((await groupOf(kind, text))?.total, `${kind} ${text}`).toBeGreaterThan(0)
    }
  })

  it('shows a request to debit a wallet as an amount below zero, and one to credit it above', async () => {
    const clerk = await server.enter('can-create-request')
    for (const [type, shown] of [
      ['credit', naira(1234.56)],
      ['debit', naira(-1234.56)],
    ] as const) {
      const body = { amount: naira(1234.56), type, description: `Zobo ${type}`, flag: 'PW' as const }
      const { reference: own } = (await server.ask(calls.requests.createRequest, body, clerk)).output().data
      expect((await groupOf('requests', own))?.rows).toMatchObject([
        {
          title: own,
          detail: `profit wallet · Zobo ${type}`,
          status: 'Awaiting first approval',
          amount: shown,
        },
      ])
    }
  })

  it('counts up to its limit, and says that there is more', async () => {
    const [common = '', count] = (
      await valuesOf(
        `select first_name || '|' || count(*) from customers where not is_deleted group by first_name order by count(*) desc limit 1`,
      )
    ).flatMap((row) => row.split('|'))
    const found = await groupOf('customers', common)
    expect(found).toMatchObject({
      total: Math.min(Number(count), maxFound),
      has_more: Number(count) > maxFound,
    })
    expect(found?.rows).toHaveLength(shownFound)
  })

  it('takes its text as text', async () => {
    for (const text of ['%%', '__', "';--", '\\\\', '100%', 'a'.repeat(100)])
      expect(await ask(text), text).toEqual([])
  })

  it('refuses a text of one character', async () => {
    const reply = await server.ask(searchEverything, { search: ' a ' }, boss)
    expect(reply).toMatchObject({ status: '100', fields: ['Please enter at least two characters.'] })
  })

  it('finds no deleted customer', async () => {
    const agent = await server.makeAgent()
    await server.makeCustomer(agent.id, { firstName: 'Vanished', lastName: 'Person', isDeleted: true })
    expect(await ask('Vanished')).toEqual([])
  })
})

describe('each kind', () => {
  const needs: Record<FoundKind, Permission> = {
    customers: 'can-view-customer',
    loans: 'can-view-loan-details',
    savings: 'can-view-saving-history',
    agents: 'can-view-agent',
    withdrawals: 'can-view-withdrawal',
    requests: 'can-view-request',
    movements: 'can-view-saving',
  }

  it.each(foundKinds)('%s is found with its permission alone', async (kind) => {
    const [deposit = ''] = await valuesOf(
      "select reference from ledger_entries where kind = 'Savings deposit' limit 1",
    )
    const [agent = ''] = await valuesOf('select name from agents order by id limit 1')
    const [request = ''] = await valuesOf('select reference from fund_requests limit 1')
    const [withdrawal = ''] = await valuesOf('select reference from withdrawals limit 1')
    const text =
      { movements: deposit, agents: agent, requests: request, withdrawals: withdrawal }[kind as string] ??
      name
    const permitted = await server.enter(needs[kind])
    expect((await ask(text, permitted)).map((group) => group.kind)).toEqual([kind])
    const others = (Object.values(needs) as Permission[]).filter((one) => one !== needs[kind])
    const stranger = await server.enter(...others)
    // With can-view-withdrawal the business's history shows other kinds of movements, and no deposits.
    expect((await ask(text, stranger)).map((group) => group.kind)).not.toContain(kind)
  })

  it('of movement is found with the permission of its report', async () => {
    const ofKind = async (kind: string) =>
      (await valuesOf('select reference from ledger_entries where kind = $1 limit 1', [kind]))[0] ?? ''
    const wanted: [string, Permission][] = [
      ['Savings deposit', 'can-view-saving'],
      ['Loan repayment', 'can-view-loan-history'],
      ['Remittance', 'can-view-remittance'],
      ['Customer credit', 'can-view-withdrawal'],
      ['Main wallet credit', 'can-view-withdrawal'],
    ]
    for (const [kind, permission] of wanted) {
      const text = await ofKind(kind)
      for (const [, held] of wanted) {
        const found = await groupOf('movements', text, await server.enter(held))
        expect(found?.rows.map(({ title }) => title) ?? [], `${kind} with ${held}`).toEqual(
          held === permission ? [text] : [],
        )
      }
    }
  })

  it('has links to what it belongs to', async () => {
    const [repayment = ''] = await valuesOf(
      "select reference from ledger_entries where kind = 'Loan repayment' limit 1",
    )
    const [row] = (await groupOf('movements', repayment))?.rows ?? []
    const [loan] = await valuesOf(
      `select l.reference from loan_history h join loans l on l.id = h.loan_id where h.reference = $1`,
      [repayment],
    )
    expect(row?.account_reference).toBe(loan)
    expect(row?.loan_id).not.toBeNull()
    expect(row?.savings_id).toBeNull()
  })
})
