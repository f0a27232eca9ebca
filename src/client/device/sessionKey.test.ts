import { expect, test } from 'vitest'
import { maskToken, unmaskToken } from './sessionKey'

const token = 'dGhlIHRva2VuIG9mIGEgc2Vzc2lvbg_-0123456789A'
const sessionKey = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32 + token.length))))

test('unmasks a token with its own session key only', () => {
  const own = sessionKey()
  const masked = maskToken(token, own)
  expect(unmaskToken(masked, own)).toBe(token)
  expect(unmaskToken(masked, sessionKey())).not.toBe(token)
  expect(unmaskToken(masked, '')).toBe('')
  expect(unmaskToken('', own)).toBe('')
})

test('masks a token differently each time, without revealing parts of it', () => {
  const masked = maskToken(token, sessionKey())
  expect(masked).not.toBe(maskToken(token, sessionKey()))
  for (let at = 0; at < token.length - 3; at++) expect(atob(masked)).not.toContain(token.slice(at, at + 4))
})
