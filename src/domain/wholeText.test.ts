import { expect, it } from 'vitest'
import { isWholeText } from './wholeText'

it('finds NUL and halves of characters at any depth, in names too', () => {
  for (const text of ['\0', 'a\0b', '\ud800', 'x\udc00', '\udc00\ud800', '😀\ud83d'])
    for (const value of [text, [text], { a: [{ b: text }] }, { [text]: 1 }])
      expect(isWholeText(value)).toBe(false)
  for (const value of ['', '😀', 'Adébáyọ̀ Ƙasimu\n\t', 5, null, undefined, [], { a: ['b', { c: 'd' }] }])
    expect(isWholeText(value)).toBe(true)
})

it('reads a value of any depth', () => {
  expect(isWholeText(JSON.parse(`${'['.repeat(200_000)}"\\u0000"${']'.repeat(200_000)}`))).toBe(false)
})
