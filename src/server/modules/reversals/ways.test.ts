import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isReversible, reversiblePrefixes } from '#domain/money/reversible'
import { type EntryKind, entryKinds } from '../../db/tables/ledgerKinds'
import { ways } from './ways'

const kinds = Object.keys(entryKinds) as EntryKind[]
const isReversed = (kind: EntryKind) => typeof ways[kind] !== 'string'
const rules = readFileSync(new URL('../../../../docs/use/rules.md', import.meta.url), 'utf8').replaceAll(
  /\s+/g,
  ' ',
)
const ruleOf = (name: string) => rules.split(`- **${name}**: `)[1]?.split(' - **')[0] ?? ''

describe.each(kinds)('a movement of the kind %s', (kind) => {
  it('is reversed, or the rules and the refusal say why not', () => {
    const way = ways[kind]
    if (typeof way !== 'string') return
    expect(way).toMatch(/\.$/)
    expect(ruleOf('Never reversed').toLowerCase()).toContain(kind.toLowerCase())
  })

  it('is offered by the portal if it is reversed', () => {
    const reference = `${entryKinds[kind]}-261130-000001`
    expect(isReversible({ reference, reversed_by: null })).toBe(isReversed(kind))
  })
})

it('every kind but these is reversed', () => {
  expect(kinds.filter((kind) => !isReversed(kind))).toEqual([
    'Interest correction',
    'Loan correction',
    'Till float',
    'Till handover',
    'Opening balance',
    'Reversal',
  ])
  expect(reversiblePrefixes).toHaveLength(kinds.length - 6)
})
