import { expect, test } from 'vitest'
import { maskToken, unmaskToken } from './latch'

const token = 'dGhlIHRva2VuIG9mIGEgc2Vzc2lvbg_-0123456789A'
const latch = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32 + token.length))))

test('a token comes back with its own latch, and with no other or none', () => {
  const own = latch()
  const masked = maskToken(token, own)
  expect(unmaskToken(masked, own)).toBe(token)
  expect(unmaskToken(masked, latch())).not.toBe(token)
  expect(unmaskToken(masked, '')).toBe('')
  expect(unmaskToken('', own)).toBe('')
})

test('masked it shows nothing of itself, and another thing each time', () => {
  const masked = maskToken(token, latch())
  expect(masked).not.toBe(maskToken(token, latch()))
  for (let at = 0; at < token.length - 3; at++) expect(atob(masked)).not.toContain(token.slice(at, at + 4))
})
