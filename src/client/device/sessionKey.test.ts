import { expect, test } from 'vitest'
import { maskToken, unmaskToken } from './sessionKey'

const token = 'dGhlIHRva2VuIG9mIGEgc2Vzc2lvbg_-0123456789A'
const sessionKey = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32 + token.length))))

test('a token comes back with its own session key, and with no other or none', () => {
  const own = sessionKey()
  const masked = maskToken(token, own)
  expect(unmaskToken(masked, own)).toBe(token)
  expect(unmaskToken(masked, sessionKey())).not.toBe(token)
  expect(unmaskToken(masked, '')).toBe('')
  expect(unmaskToken('', own)).toBe('')
})

test('masked it shows nothing of itself, and another thing each time', () => {
  const masked = maskToken(token, sessionKey())
  expect(masked).not.toBe(maskToken(token, sessionKey()))
  for (let at = 0; at < token.length - 3; at++) expect(atob(masked)).not.toContain(token.slice(at, at + 4))
})
