import { describe, expect, it } from 'vitest'
import type { ViewContent } from '#contract/calls/views'
import { filterOf, hasColumn, isSortedBy, knownContent, listNamed } from './listViews'

const list = (name: string) => {
  const call = listNamed(name)
  if (!call) throw new Error(`There is no list ${name}.`)
  return call
}
const [customers, roles] = [list('customers.getCustomers'), list('roles.getRoles')]

describe('a view of a list', () => {
  it('exists for lists that are read page by page or whole, and for no other call', () => {
    expect(listNamed('customers.getCustomer')).toBeUndefined()
    expect(listNamed('customers.creditUser')).toBeUndefined()
    expect(listNamed('toString')).toBeUndefined()
  })

  it('has the filters of the list, without pages, order and ids', () => {
    expect(filterOf(customers, 'search')).toBeDefined()
    for (const name of ['page', 'sort', 'order', 'per_page', 'toString', 'nothing'])
      expect(filterOf(customers, name), name).toBeUndefined()
    // Chosen by name, while the agent of the arrears is the record that they are about.
    for (const name of ['loans.loanPortfolio', 'loans.getPendingLoan'])
      expect(filterOf(list(name), 'loan_type_id'), name).toBeDefined()
    expect(filterOf(customers, 'agent_id')).toBeDefined()
    expect(filterOf(list('arrears.getArrears'), 'agent_id')).toBeUndefined()
    // In the browser, for the rows of a whole list.
    expect(filterOf(roles, 'search')).toBeDefined()
  })

  it('keeps what the list has, and drops the rest', () => {
    const content: ViewContent = {
      filters: [
        { name: 'search', value: 'Ade' },
        { name: 'page', value: '2' },
      ],
      sort: 'nothing',
      order: 'asc',
      hidden: ['state', 'nothing'],
      density: 'compact',
    }
    expect(knownContent(customers, content)).toMatchObject({
      filters: [{ name: 'search', value: 'Ade' }],
      sort: null,
      hidden: ['state'],
    })
    expect(knownContent(customers, { ...content, sort: 'name' }).sort).toBe('name')
  })

  it('is sorted by the columns that the server sorts by, or by any of a whole list', () => {
    expect(isSortedBy(customers, 'name')).toBe(true)
    expect(isSortedBy(customers, 'nothing')).toBe(false)
    const [column] = roles.whole?.columns ?? []
    expect(isSortedBy(roles, column?.field ?? '')).toBe(true)
    expect(hasColumn(roles, column?.field ?? '')).toBe(true)
    expect(hasColumn(roles, 'nothing')).toBe(false)
  })
})
