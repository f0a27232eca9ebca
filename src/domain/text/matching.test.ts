import { describe, expect, it } from 'vitest'
import { splitFilter } from '#domain/lists/searchFilter'
import { filterRows } from '#domain/lists/tablePage'
import { phoneOf } from './entered'
import { matcherOf, placeIn, searchForms, searchParts } from './matching'

/** One number, in the forms in which people write and copy it. */
const formsOfPhone = [
  '08035551001',
  '+2348035551001',
  '2348035551001',
  '002348035551001',
  '+234 803 555 1001',
  '+234 (0)803 555 1001',
  '0803 555 1001',
  '0803-555-1001',
  '(0803) 555-1001',
  '0803.555.1001',
  '0803\u00A0555\u20111001',
  '\u202A+2348035551001\u202C',
  '０８０３５５５１００１',
  '٠٨٠٣٥٥٥١٠٠١',
]

describe('phone numbers', () => {
  it.each(formsOfPhone)('%s is 08035551001', (text) => expect(phoneOf(text)).toBe('08035551001'))

  it.each(['0803555100', '080355510011', '+23480355510', '0803555100x', '', '+', '23480355510010'])(
    '%j is none',
    (text) => expect(phoneOf(text)).toBeUndefined(),
  )

  it.each(formsOfPhone)('%s finds it', (text) => {
    expect(searchForms(text)[0]).toEqual(['08035551001'])
    expect(matcherOf(text)('Ngozi Eze 08035551001 CU-000001')).toBe(true)
    expect(matcherOf(text)('Ngozi Eze 08035551002 CU-000001')).toBe(false)
  })

  it('a part of one is found in every form too', () => {
    for (const part of ['+234803', '0803 555', '+234 803 55', '555-1001', '5551001', '1001'])
      expect(matcherOf(part)('08035551001'), part).toBe(true)
  })
})

describe('a search with nothing that can be seen', () => {
  it.each(['\u202e', '\u200b', '\u202e \u0301', '\ufeff', '’', '-'])('%j matches nothing', (search) => {
    expect(searchForms(search)).toEqual([])
    expect(matcherOf(search)('Ngozi Eze')).toBe(false)
    expect(filterRows([{ id: 1 }], search, () => ['Ngozi Eze'])).toEqual([])
    expect(splitFilter({ search }).filter.search).toBe(search)
  })
  it.each(['', ' ', '\u00a0\n'])('%j is none', (search) => {
    expect(matcherOf(search)('Ngozi Eze')).toBe(true)
    expect(filterRows([{ id: 1 }], search, () => ['Ngozi Eze'])).toHaveLength(1)
    expect(splitFilter({ search }).filter).toEqual({})
  })
})

describe('matcherOf', () => {
  const found = (text: string, search: string) => matcherOf(search)(text)
  it.each([
    ['Adébáyọ̀ Ọlátúnjí', 'adebayo'],
    ['Adébáyọ̀ Ọlátúnjí', 'olatunji'],
    ['Adébáyọ̀ Ọlátúnjí', 'Adébáyọ̀ Ọlátúnjí'.normalize('NFD')],
    ['Adebayo Olatunji', 'Adébáyọ̀'],
    ['Ƙasimu Bello', 'kasimu'],
    ['O’Neil Eze', "o'neil"],
    ['ONeil Eze', 'O’Neil'],
    ['Ade-Bayo Musa', 'ade bayo musa'],
    ['Ade Bayo Musa', 'adebayo'],
    ['Adebayo Musa', 'Ade-Bayo'],
    ['Ngozi  Eze', 'ngozi eze'],
    ['CU-000123', 'cu-0001'],
    ['LN-2611-000123', '2611-000123'],
    ['1,500.50', '500.5'],
    ['100% (a+b) [c]', '(a+b)'],
  ])('%s is found by %s', (text, search) => expect(found(text, search)).toBe(true))

  it.each([
    ['Bola Dare', 'ada'],
    ['Ngozi Eze', 'ezen'],
  ])('%s is not found by %s', (text, search) => expect(found(text, search)).toBe(false))
})

it('a search has parts, and the hyphens of references stay', () => {
  expect(searchParts('Ade-Bayo  O’Neil')).toEqual(['ade', 'bayo', 'oneil'])
  expect(searchParts('LN-2611–000123')).toEqual(['ln-2611-000123'])
  expect(searchForms('2611-000123')).toEqual([['2611000123'], ['2611-000123']])
})

it.each([
  ['Adébáyọ̀ Ọlátúnjí'.normalize('NFD'), 'adebayo', 'Adébáyọ̀'.normalize('NFD')],
  ['O’Neil Eze', 'oneil', 'O’Neil'],
  ['08035551001', '+234 803', '0803'],
  ['Ngozi Eze', 'x', undefined],
])('in %s, %s marks %s', (text, search, marked) => {
  const place = placeIn(text, search)
  expect(place && text.slice(...place)).toBe(marked)
})

describe('a name with the surname first', () => {
  it.each(['Umeh Ngozi', 'umeh  ngozi', 'Umeh Ngozi Ada', 'Eze-Umeh Ngozi'])('%s', (search) => {
    const [surname = '', ...names] = search.split(/ +/)
    const text = `${names.join(' ')} ${surname}`
    expect(matcherOf(search)(text)).toBe(true)
    expect(searchForms(search)).toHaveLength(2)
    expect(placeIn(text, search)).toEqual([0, text.length])
  })

  it.each(['Umeh', 'U Ngozi', 'LN-261124 000123', '0803 555', 'a b c d e'])(
    '%s is searched as it is',
    (search) => expect(searchForms(search)).toHaveLength(1),
  )
})
