import { describe, expect, it } from 'vitest'
import { savedReports, filteredRows, searchSaved } from './savedRows'

const names = ['Ada', 'Bisi', 'Chidi', 'Dayo', 'Efe', 'Femi']
/** Newest first, as from the server: a higher id is a later row. */
const row = (id: number, name = names[id - 1]) => ({
  id,
  name,
  created_at: `2026-11-${String(10 + id).padStart(2, '0')}T10:00:00.000Z`,
})
type Row = ReturnType<typeof row>
const page = (rows: Row[], savedAt: number, body: object = {}, total = 6) => ({
  body: { page: 1, perPage: 100, ...body },
  data: { data: { total, page: 1, per_page: 100, data: rows } },
  savedAt,
})
const call = { searchable: { by: ['name'], on: 'created_at' } }
const idsOf = (matches: { rows: readonly { id: number }[] } | undefined) => matches?.rows.map(({ id }) => id)

describe('searchSaved', () => {
  const first = page([row(6), row(5), row(4)], 200)
  const third = page([row(2), row(1)], 100, { page: 3 })

  it('searches all saved pages, and reports their rows and the oldest time', () => {
    expect(searchSaved(call, [third, first], { search: 'i' })).toEqual({
      rows: [row(6), row(2)],
      searched: 5,
      total: 6,
      savedAt: 100,
    })
  })

  it('returns each row once, in its latest version and in list order', () => {
    const again = page([row(2, 'Bisi Ade')], 300, { search: 'bisi' })
    const matches = searchSaved(call, [again, third, first], { search: 'bisi' })
    expect(matches?.rows).toEqual([row(2, 'Bisi Ade')])
    expect(idsOf(searchSaved(call, [third, again, first], { search: 'e' }))).toEqual([6, 5, 2])
  })

  it('searches only pages with the same fixed fields', () => {
    const other = page([row(3)], 100, { business_id: '3' })
    const mine = page([row(4)], 100, { business_id: '2', search: 'd' })
    expect(searchSaved(call, [other, mine], { business_id: '2', search: 'd' })).toEqual({
      rows: [row(4)],
      searched: 1,
      total: undefined,
      savedAt: 100,
    })
    expect(searchSaved(call, [other], { business_id: '2', search: 'd' })).toBeUndefined()
  })

  it('filters by dates only if the whole list is saved', () => {
    const days = { start_date: '2026-11-11', end_date: '2026-11-12' }
    expect(searchSaved(call, [first, third], days)).toBeUndefined()
    const second = page([row(3)], 100, { page: 2 })
    expect(idsOf(searchSaved(call, [first, second, third], days))).toEqual([2, 1])
    expect(idsOf(searchSaved(call, [first, second, third], { ...days, search: 'ada' }))).toEqual([1])
  })

  it('returns nothing without a search, without pages, or for a list without search', () => {
    expect(searchSaved(call, [first], { page: 2 })).toBeUndefined()
    expect(searchSaved(call, [], { search: 'ada' })).toBeUndefined()
    expect(searchSaved({}, [first], { search: 'ada' })).toBeUndefined()
  })
})

it('rowsUnderFilter returns the saved pages of one filter in order', () => {
  const pages = [
    page([row(2), row(3)], 100, { page: 2 }),
    page([row(4), row(3)], 200),
    page([row(1)], 300, { search: 'a' }),
  ]
  const matches = filteredRows(pages, { page: 5, perPage: 100 })
  expect(matches).toEqual({ rows: [row(4), row(3), row(2)], searched: 3, total: 6, savedAt: 100 })
  expect(filteredRows(pages, { search: 'b' })).toBeUndefined()
})

describe('savedReports', () => {
  it('returns one report for each filter, newest first, with its first saved page', () => {
    const pages = [
      page([row(2)], 100, { page: 3 }),
      page([row(3)], 50, { page: 2 }),
      page([row(1)], 300, { search: 'a', start_date: '2026-11-11' }),
    ]
    expect(savedReports(pages, {})).toEqual([
      { filters: { search: 'a', start_date: '2026-11-11' }, page: 1, rows: 1, savedAt: 300 },
      { filters: {}, page: 2, rows: 2, savedAt: 50 },
    ])
  })

  it('returns only the reports of this screen, without the fields that it fixes', () => {
    const main = page([row(1)], 100, { business_id: 1 })
    const chosen = page([row(2)], 100, { business_id: '2' })
    expect(savedReports([main, chosen], {}).map(({ filters }) => filters)).toEqual([{ business_id: '2' }])
    expect(savedReports([main, chosen], { business_id: 1 }).map(({ filters }) => filters)).toEqual([{}])
  })
})

describe('searchSaved with a sort order', () => {
  const first = page([row(6, 'Ada'), row(5, 'Zik')], 200)
  const third = page([row(2, 'bisi'), row(1, 'Efe')], 100, { page: 3 })

  it('sorts the rows of all saved pages and reports how many of the list they are', () => {
    const matches = searchSaved(call, [third, first], { sort: 'name', order: 'asc' })
    expect(idsOf(matches)).toEqual([6, 2, 1, 5])
    expect(matches).toMatchObject({ searched: 4, total: 6, savedAt: 100 })
    expect(idsOf(searchSaved(call, [third, first], { sort: 'name', order: 'desc' }))).toEqual([5, 1, 2, 6])
  })

  it('sorts the matches of a search', () => {
    const request = { sort: 'name', order: 'desc', search: 'i' }
    expect(idsOf(searchSaved(call, [third, first], request))).toEqual([5, 2])
  })

  it('uses pages that were saved in another order', () => {
    const sorted = page([row(5, 'Zik'), row(1, 'Efe')], 300, { sort: 'name', order: 'desc' })
    expect(idsOf(searchSaved(call, [sorted, first], { sort: 'created_at', order: 'asc' }))).toEqual([1, 5, 6])
  })

  it('offers each saved order of a list as a report of its own', () => {
    const sorted = page([row(5, 'Zik')], 300, { sort: 'name', order: 'desc', search: 'z' })
    expect(savedReports([sorted, first], {})).toEqual([
      { filters: { search: 'z' }, sort: { field: 'name', order: 'desc' }, page: 1, rows: 1, savedAt: 300 },
      { filters: {}, sort: undefined, page: 1, rows: 2, savedAt: 200 },
    ])
  })
})
