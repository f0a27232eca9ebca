import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { mostViews, type ViewContent } from '#contract/calls/views'
import { calls } from '#contract/index'
import type { Permission } from '#contract/permissionCatalogue'
import { adminActivity, admins } from '#server/db/tables/schema'
import { savedViews } from '#server/db/tables/views'
import { openServer, type Sender } from '../support/harness'

const server = await openServer()
const { getViews, saveView, updateView, renameView, deleteView, shareView, setDefaultView } = calls.views
const content: ViewContent = {
  filters: [{ name: 'search', value: 'Kano' }],
  hidden: ['lga', 'user_type'],
  sort: 'name',
  order: 'desc',
  density: 'comfortable',
}
const list = 'customers.getCustomers'

/** An admin with a role of their own. */
async function member(...permissions: Permission[]) {
  const role = await server.makeRole(`Role ${permissions.length} ${Math.random()}`, ...permissions)
  const join = async (name: string) => {
    const { id } = await server.makeAdmin({ name })
    await server.database.update(admins).set({ roleId: role.id }).where(eq(admins.id, id))
    return { id, token: await server.openSession(id) }
  }
  return { role, join }
}
const views = async (from: Sender) => (await server.ask(getViews, {}, from)).output().data
const names = async (from: Sender) => (await views(from)).map(({ name }) => name)
async function save(from: Sender, name: string, body: Partial<ViewContent> & { list?: string } = {}) {
  return (await server.ask(saveView, { list, name, ...content, ...body }, from)).output().id
}

describe('a view', () => {
  it('is kept for its owner, with all that it was saved with, in every session', async () => {
    const { join } = await member('can-view-customer')
    const amina = await join('Amina Sani')
    const id = await save(amina, ' In Kano ')
    const kept = {
      id,
      list,
      name: 'In Kano',
      ...content,
      owner: 'Amina Sani',
      is_own: true,
      role_id: null,
      role: null,
      is_default: false,
    }
    expect(await views(amina)).toEqual([kept])
    expect(await views({ token: await server.openSession(amina.id) })).toEqual([kept])
    const next: ViewContent = { ...content, filters: [], hidden: [], sort: null, density: 'compact' }
    await server.ask(updateView, { view_id: id, ...next }, amina)
    await server.ask(renameView, { view_id: id, name: 'All' }, amina)
    expect(await views(amina)).toEqual([{ ...kept, ...next, name: 'All' }])
    await server.ask(deleteView, { view_id: id }, amina)
    expect(await views(amina)).toEqual([])
    const log = await server.database.select().from(adminActivity).orderBy(adminActivity.place)
    expect(log.slice(-4).map(({ description }) => description)).toEqual([
      `Saved view ${id}`,
      `Changed view ${id}`,
      `Renamed view ${id}`,
      `Deleted view ${id}`,
    ])
    expect(JSON.stringify(log)).not.toContain('"Kano"')
  })

  it('has a name of its own in its list', async () => {
    const { join } = await member('can-view-customer', 'can-view-agent')
    const amina = await join('Amina Sani')
    await save(amina, 'In Kano')
    const again = await server.ask(saveView, { list, name: 'in kano', ...content }, amina)
    expect(again.message).toBe('You have a view of this list with this name already.')
    await save(amina, 'In Kano', { list: 'agents.getAgents', hidden: [] })
    await save(await join('Bola Ade'), 'In Kano')
    expect(await names(amina)).toEqual(['In Kano', 'In Kano'])
  })

  it('is saved while its owner has fewer than two hundred', async () => {
    const { join } = await member('can-view-customer')
    const [amina, bola] = [await join('Amina Sani'), await join('Bola Ade')]
    await server.database.insert(savedViews).values(
      Array.from({ length: mostViews - 1 }, (_, at) => ({
        adminId: amina.id,
        list,
        name: `View ${at}`,
        content,
        createdAt: server.clock.now(),
      })),
    )
    const last = await save(amina, 'The last one')
    const more = () => server.ask(saveView, { list, name: 'One more', ...content }, amina)
    expect((await more()).json).toEqual({
      status: '400',
      message: 'You have 200 views. Delete some first.',
    })
    expect(await views(amina)).toHaveLength(200)
    await save(bola, 'One more')
    await server.ask(deleteView, { view_id: last }, amina)
    expect((await more()).status).toBe('200')
  })

  it('of a list without pages has its own filters, and any of its columns and orders', async () => {
    const { join } = await member('can-view-request', 'can-view-loan-history')
    const amina = await join('Amina Sani')
    const settings = { hidden: ['wallet'], sort: 'requested_by_name' }
    const filters = [
      { name: 'search', value: 'rent' },
      { name: 'waiting', value: 'first' },
    ]
    const view = { list: 'requests.getRequestList', ...settings, filters }
    await save(amina, 'Rent', view)
    expect(await views(amina)).toMatchObject([view])
    const inMay = { name: 'start_date', value: '2026-05-01' }
    const history = { list: 'loans.customerLoanHistory', hidden: [], sort: 'balance' }
    await save(amina, 'May', { ...history, filters: [inMay] })
    const attempt = (body: Partial<ViewContent> & { list: string }) =>
      server.ask(saveView, { name: 'Bad', ...content, ...body }, amina)
    const noFilter = 'The list does not have a filter of the view.'
    expect((await attempt({ ...view, filters: [inMay] })).fields).toEqual([noFilter])
    const wrongDay = [{ name: 'start_date', value: 'May' }]
    expect((await attempt({ ...history, filters: wrongDay })).fields).toEqual([noFilter])
    const noOrder = 'The list can’t be sorted as in the view.'
    expect((await attempt({ ...history, filters: [], sort: 'wallet' })).fields).toEqual([noOrder])
  })

  it('is seen by nobody else, and changed by nobody else even if it is shared', async () => {
    const { role, join } = await member('can-view-customer', 'can-edit-role')
    const [amina, bola] = [await join('Amina Sani'), await join('Bola Ade')]
    const id = await save(amina, 'In Kano')
    const attempts = () =>
      Promise.all([
        server.ask(updateView, { view_id: id, ...content }, bola),
        server.ask(renameView, { view_id: id, name: 'Mine' }, bola),
        server.ask(deleteView, { view_id: id }, bola),
        server.ask(shareView, { view_id: id, role_id: role.id }, bola),
      ])
    expect(await views(bola)).toEqual([])
    for (const { message } of await attempts()) expect(message).toBe(`View with ID ${id} not found`)
    const hidden = await server.ask(setDefaultView, { view_id: id, is_default: true }, bola)
    expect(hidden.message).toBe(`View with ID ${id} not found`)

    await server.ask(shareView, { view_id: id, role_id: role.id }, amina)
    for (const { message } of await attempts()) expect(message).toBe(`View with ID ${id} not found`)
    expect(await views(bola)).toMatchObject([
      { id, name: 'In Kano', owner: 'Amina Sani', is_own: false, role: role.name },
    ])
  })

  it('is shared with the admins of one role while its owner is active, and only by who edits roles', async () => {
    const clerks = await member('can-view-customer')
    const managers = await member('can-view-customer', 'can-edit-role')
    const others = await member('can-view-agent', 'can-view-saving')
    const [clerk, manager, other] = await Promise.all([
      clerks.join('Chidi Obi'),
      managers.join('Musa Bello'),
      others.join('Ojo Ade'),
    ])
    const own = await save(clerk, 'Own')
    const refused = await server.ask(shareView, { view_id: own, role_id: clerks.role.id }, clerk)
    expect(refused).toMatchObject({ http: 403, status: '400' })

    const id = await save(manager, 'Shared')
    const share = (role_id: number | null) => server.ask(shareView, { view_id: id, role_id }, manager)
    expect((await share(999_999)).message).toBe('Role with ID 999999 not found')
    await share(clerks.role.id)
    expect(await names(clerk)).toEqual(['Own', 'Shared'])
    expect(await names(other)).toEqual([])
    // Of a list that the role may not open it sees no view.
    await share(others.role.id)
    expect(await names(other)).toEqual([])
    expect(await names(clerk)).toEqual(['Own'])
    await share(clerks.role.id)
    await server.database.update(admins).set({ status: 'inactive' }).where(eq(admins.id, manager.id))
    expect(await names(clerk)).toEqual(['Own'])
    await server.database.update(admins).set({ status: 'active' }).where(eq(admins.id, manager.id))
    await share(null)
    expect(await names(clerk)).toEqual(['Own'])
  })

  it('opens a list by default, one for each list and admin', async () => {
    const { role, join } = await member('can-view-customer', 'can-edit-role')
    const [amina, bola] = [await join('Amina Sani'), await join('Bola Ade')]
    const [first, second] = [await save(amina, 'First'), await save(amina, 'Second')]
    await server.ask(shareView, { view_id: first, role_id: role.id }, amina)
    const choose = (view_id: number, is_default: boolean, from: Sender) =>
      server.ask(setDefaultView, { view_id, is_default }, from)
    const chosen = async (from: Sender) =>
      (await views(from)).filter((one) => one.is_default).map(({ id }) => id)
    await choose(first, true, amina)
    await choose(second, true, amina)
    await choose(first, true, bola)
    expect(await chosen(amina)).toEqual([second])
    expect(await chosen(bola)).toEqual([first])
    await choose(first, false, amina)
    expect(await chosen(amina)).toEqual([second])
    await choose(second, false, amina)
    expect(await chosen(amina)).toEqual([])
    await server.ask(deleteView, { view_id: first }, amina)
    expect(await views(bola)).toEqual([])
  })
})

describe('a view is refused that names', () => {
  const bad: [what: string, body: Partial<ViewContent> & { list?: string }, field: string][] = [
    ['no list', { list: 'customers.getNothing' }, 'list is missing or not valid.'],
    ['a call that is no list', { list: 'customers.getCustomer' }, 'list is missing or not valid.'],
    ['a change', { list: 'customers.creditUser' }, 'list is missing or not valid.'],
    ['a list that the admin may not open', { list: 'loans.paidLoan' }, 'list is missing or not valid.'],
    [
      'an unknown filter',
      { filters: [{ name: 'city', value: 'Kano' }] },
      'The list does not have a filter of the view.',
    ],
    ['the page', { filters: [{ name: 'page', value: '2' }] }, 'The list does not have a filter of the view.'],
    [
      'what every object has',
      { filters: [{ name: 'constructor', value: 'x' }] },
      'The list does not have a filter of the view.',
    ],
    [
      'a filter twice',
      {
        filters: [
          { name: 'search', value: 'a' },
          { name: 'search', value: 'b' },
        ],
      },
      'A filter is in the view twice.',
    ],
    ['an unknown column', { hidden: ['password'] }, 'The list does not have a column of the view.'],
    ['an order that the list has not', { sort: 'lga' }, 'The list can’t be sorted as in the view.'],
  ]
  it.each(bad)('%s', async (_what, body, field) => {
    const { join } = await member('can-view-customer')
    const amina = await join('Amina Sani')
    const reply = await server.ask(saveView, { list, name: 'Bad', ...content, ...body }, amina)
    expect(reply).toMatchObject({ http: 200, status: '100', fields: [field] })
    if (body.list) return
    const id = await save(amina, 'Good')
    const changed = await server.ask(updateView, { view_id: id, ...content, ...body }, amina)
    expect(changed.fields).toEqual([field])
    expect(await views(amina)).toMatchObject([{ name: 'Good', ...content }])
  })

  it('a value that its filter does not have', async () => {
    const { join } = await member('can-view-withdrawal', 'can-view-pending-loan', 'can-view-arrears')
    const amina = await join('Amina Sani')
    const saved = (name: string, ...filters: ViewContent['filters']) =>
      server.ask(
        saveView,
        { list: name, name: String(Math.random()), ...content, filters, hidden: [], sort: null },
        amina,
      )
    const flow = 'transactions.transactionFlowHistory'
    for (const [list, name, good, wrong] of [
      ['loans.getPendingLoan', 'waiting', 'first', 'third'],
      [flow, 'start_date', '2026-11-01', '01-11-2026'],
      [flow, 'transaction_type', 'payable', 'none'],
      ['transactions.businessHistory', 'business_id', '2', '9'],
      ['arrears.getArrears', 'bucket', '1', '7'],
    ] as const) {
      expect((await saved(list, { name, value: good })).status, `${name} ${good}`).toBe('200')
      expect((await saved(list, { name, value: wrong })).status, `${name} ${wrong}`).toBe('100')
    }
    const filter = { name: 'customer_id', value: '7' }
    expect((await saved('transactions.userTransactionHistory', filter)).status).toBe('100')
  })
})
