import { describe, expect, it } from 'vitest'
import { allCalls } from '#contract/index'
import type { Column, NamedRead } from '#contract/call'
import { columnNotes } from './columnNotes'

const lists = allCalls.filter((call): call is NamedRead => call.kind === 'read')
const columnsOf = ({ whole, csv }: NamedRead) => (whole?.columns ?? csv ?? []) as readonly Column[]
/** Lists with their columns, and with those of money, by the name of their call. */
const all = new Map(lists.map((call) => [call.name, columnsOf(call).map(({ field }) => field)]))
const money = new Map(
  lists.map((call) => [
    call.name,
    columnsOf(call).flatMap(({ field, kind }) => (kind === 'money' ? [field] : [])),
  ]),
)

describe('notes of columns', () => {
  it.each([...money].filter(([, fields]) => fields.length > 0))(
    'each column of money of %s has a note',
    (name, fields) => expect(Object.keys(columnNotes[name] ?? {})).toEqual(expect.arrayContaining(fields)),
  )

  it.each(Object.entries(columnNotes))(
    'notes of %s are of its columns, and a sentence each',
    (name, notes = {}) => {
      expect(all.get(name)).toEqual(expect.arrayContaining(Object.keys(notes)))
      for (const note of Object.values(notes)) expect(note).toMatch(/^[A-Z].{10,110}\.$/)
    },
  )
})
