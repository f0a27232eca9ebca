import { describe, expect, it } from 'vitest'
import { allCalls } from '#contract/index'
import type { Column, NamedRead } from '#contract/call'
import { columnNotes } from './columnNotes'

/** Lists with their columns of money, by the name of their call. */
const money = new Map(
  allCalls
    .filter((call): call is NamedRead => call.kind === 'read')
    .map(({ name, csv, whole }) => {
      const columns = (whole?.columns ?? csv ?? []) as readonly Column[]
      return [name, columns.filter(({ kind }) => kind === 'money').map(({ field }) => field)] as const
    }),
)

describe('notes of columns', () => {
  it.each([...money].filter(([, fields]) => fields.length > 0))(
    'each column of money of %s has a note',
    (name, fields) => expect(Object.keys(columnNotes[name] ?? {}).toSorted()).toEqual(fields.toSorted()),
  )

  it.each(Object.entries(columnNotes))(
    'notes of %s are of its columns, and a sentence each',
    (name, notes = {}) => {
      expect(money.get(name)).toEqual(expect.arrayContaining(Object.keys(notes)))
      for (const note of Object.values(notes)) expect(note).toMatch(/^[A-Z].{10,110}\.$/)
    },
  )
})
