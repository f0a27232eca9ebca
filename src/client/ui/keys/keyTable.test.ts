import { describe, expect, it } from 'vitest'
import { isKey, type KeyName, keyPlaces, keyTable, keyText } from './keyTable'

const names = Object.keys(keyTable) as KeyName[]
const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', true>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

describe.each(keyPlaces)('the keys of %s', (place) => {
  const here = names.filter((name) => keyTable[name].place === place)

  it('are some', () => expect(here).not.toEqual([]))

  it.each(here)('%s is not a key of the whole portal', (name) => {
    const everywhere = names.filter((one) => keyTable[one].place === 'Everywhere' && one !== name)
    const taken = everywhere.flatMap((one) => keyTable[one].press)
    expect(keyTable[name].press.filter((one) => taken.includes(one))).toEqual([])
  })
})

it('a letter that is typed is never a key', () => {
  const typed = names.filter(
    (name) => keyTable[name].inFields && keyTable[name].press.some((one) => /^[A-Z0-9 ]$/.test(one)),
  )
  expect(typed).toEqual([])
})

it.each([
  ['find', press('k', { ctrlKey: true }), true],
  ['find', press('K', { metaKey: true }), true],
  ['find', press('k'), false],
  ['help', press('?', { shiftKey: true }), true],
  ['searchPage', press('/'), true],
  ['searchPage', press('/', { ctrlKey: true }), false],
  ['accept', press('a'), true],
  ['accept', press('A', { shiftKey: true }), false],
  ['accept', press('a', { altKey: true }), false],
  ['nextCase', press('ArrowDown'), true],
  ['chooseRow', press(' '), true],
] as const)('%s by %j: %s', (name, event, expected) => expect(isKey(event, name)).toBe(expected))

it.each([
  ['Ctrl+K', 'Ctrl K'],
  ['ArrowDown', '↓'],
  [' ', 'Space'],
  ['?', '?'],
])('%s is shown as %s', (one, expected) => expect(keyText(one)).toBe(expected))
