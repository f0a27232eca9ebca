import { expect, it } from 'vitest'
import { withEscape, withoutEscape } from './formulaCells'

/** All characters but halves of others. */
const characters = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
const codes = (found: readonly string[]) => found.map((one) => one.codePointAt(0)?.toString(16))

it('makes every character harmless that is folded into a sign of formulas', () => {
  const signs = characters.filter((one) => '=+-@'.includes(one.normalize('NFKC').charAt(0) || ' '))
  expect(signs.length).toBeGreaterThan(15)
  expect(codes(signs.filter((sign) => withEscape(`${sign}1+1`) !== `'${sign}1+1`))).toEqual([])
  // A minus of mathematics, which some programs take for one.
  expect(withEscape('\u22121')).toBe("'\u22121")
})

it('makes a sign harmless after every character that is not shown', () => {
  const hidden = characters.filter((one) => one !== '\0' && /[\p{Cf}\p{Cc}\p{Z}\p{DI}]/u.test(one))
  expect(hidden.length).toBeGreaterThan(4_000)
  expect(codes(hidden.filter((one) => !withEscape(`${one}${one}=1`).startsWith("'")))).toEqual([])
})

it('changes nothing else, and takes back what it changed', () => {
  for (const text of ['Ada', '5', 'a=1', "O'Neil", "'quoted'", ' blank first', 'Ọ̀ṣun', '¼', '']) {
    expect(withEscape(text)).toBe(text)
    expect(withoutEscape(text)).toBe(text)
  }
  for (const text of ['=1', '\tx', '\uFF1D1', '\u200B+1']) expect(withoutEscape(withEscape(text))).toBe(text)
})
