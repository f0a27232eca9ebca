import { describe, expect, test } from 'vitest'
import {
  iterationsToday,
  keysFrom,
  newSecret,
  newStretch,
  opaque,
  open,
  seal,
  unwrapSecret,
  wrappingKey,
  wrapSecret,
} from './vaultCrypto'

const password = 'a long walk to the market'
/** Short of today's count, which no test of something else should wait for. */
const quick = () => ({ ...newStretch(), iterations: 1000 })

describe('the secret under the password', () => {
  test('today a password is stretched 600,000 times, each vault with a salt of its own', () => {
    expect(newStretch().iterations).toBe(600_000)
    expect(iterationsToday).toBe(600_000)
    expect(newStretch().salt).not.toEqual(newStretch().salt)
    expect(newStretch().salt).toHaveLength(16)
  })

  test('comes out with the password that it was wrapped with, by the numbers beside it', async () => {
    const secret = newSecret()
    const stretch = quick()
    const wrapped = await wrapSecret(secret, await wrappingKey(password, stretch))
    expect(await unwrapSecret(wrapped, await wrappingKey(password, stretch))).toEqual(secret)
  })

  test('and with no other password, salt or count', async () => {
    const stretch = quick()
    const wrapped = await wrapSecret(newSecret(), await wrappingKey(password, stretch))
    for (const key of [
      await wrappingKey(`${password} `, stretch),
      await wrappingKey(password, { ...stretch, salt: quick().salt }),
      await wrappingKey(password, { ...stretch, iterations: 1001 }),
    ])
      expect(await unwrapSecret(wrapped, key)).toBeUndefined()
  })
})

describe('the keys of a vault', () => {
  test('can be used and not taken out', async () => {
    const { data, names } = await keysFrom(newSecret())
    for (const key of [data, names]) {
      expect(key.extractable).toBe(false)
      await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
    }
    await expect(crypto.subtle.exportKey('raw', await wrappingKey(password, quick()))).rejects.toThrow()
  })

  test('are the same for the same secret, and for no other', async () => {
    const secret = newSecret()
    const keys = await keysFrom(secret)
    const again = await keysFrom(secret)
    const others = await keysFrom(newSecret())
    const sealed = await seal(keys, 'here', { name: 'Adaeze Okonkwo', amountKobo: 12_000 })
    expect(await open(again, 'here', sealed)).toEqual({ name: 'Adaeze Okonkwo', amountKobo: 12_000 })
    expect(await open(others, 'here', sealed)).toBeUndefined()
    expect(await opaque(again, 'page of Adaeze')).toBe(await opaque(keys, 'page of Adaeze'))
    expect(await opaque(others, 'page of Adaeze')).not.toBe(await opaque(keys, 'page of Adaeze'))
  })
})

describe('what is sealed', () => {
  test('opens in its own place only, and only unchanged', async () => {
    const keys = await keysFrom(newSecret())
    const { iv, sealed } = await seal(keys, 'here', 'Adaeze')
    expect(await open(keys, 'there', { iv, sealed })).toBeUndefined()
    for (const at of [0, sealed.byteLength - 1]) {
      const changed = new Uint8Array(sealed.slice(0))
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(await open(keys, 'here', { iv, sealed: changed.buffer })).toBeUndefined()
    }
  })

  test('is another thing each time, and shows nothing of what went in', async () => {
    const keys = await keysFrom(newSecret())
    const [one, other] = [await seal(keys, 'here', 'Adaeze'), await seal(keys, 'here', 'Adaeze')]
    expect(one.iv).not.toEqual(other.iv)
    expect(new Uint8Array(one.sealed)).not.toEqual(new Uint8Array(other.sealed))
    expect(new TextDecoder().decode(one.sealed)).not.toContain('Adaeze')
  })

  test('a name says nothing of its text', async () => {
    const name = await opaque(await keysFrom(newSecret()), 'Adaeze')
    expect(name).toMatch(/^[\w+/]{43}=$/)
    expect(atob(name)).not.toContain('Adaeze')
  })
})
