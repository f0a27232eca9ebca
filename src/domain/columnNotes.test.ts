import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Column, NamedRead } from '#contract/call'
import { columnNotes } from './columnNotes'

const lists = new Map(
  Object.values(calls)
    .flatMap((group) => Object.values(group))
    .map((call) => [call.name, call] as const),
)

describe('notes of columns', () => {
  it.each(Object.entries(columnNotes))('%s has these columns of money', (name, notes = {}) => {
    const columns = ((lists.get(name) as NamedRead).csv ?? []) as readonly Column[]
    const money = columns.filter(({ kind }) => kind === 'money').map(({ field }) => field)
    expect(money).toEqual(expect.arrayContaining(Object.keys(notes)))
    for (const note of Object.values(notes)) expect(note).toMatch(/^[A-Z].{10,110}\.$/)
  })
})
