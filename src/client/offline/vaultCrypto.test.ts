import { describe, expect, test } from 'vitest'
import {
  currentIterations,
  deriveVaultKeys,
  newSecret,
  newKdfParameters,
  opaque,
  open,
  seal,
  unwrapSecret,
  deriveWrappingKey,
  wrapSecret,
} from './vaultCrypto'

const password = 'a long walk to the market'
/** Fewer iterations, for speed. */
const quick = () => ({ ...newKdfParameters(), iterations: 1000 })

describe('wrapSecret', () => {
  test('derives the key with 600,000 iterations and a new salt', () => {
    expect(newKdfParameters().iterations).toBe(600_000)
    expect(currentIterations).toBe(600_000)
    expect(newKdfParameters().salt).not.toEqual(newKdfParameters().salt)
    expect(newKdfParameters().salt).toHaveLength(16)
  })

  test('unwraps with the same password and parameters', async () => {
    const secret = newSecret()
    const kdfParameters = quick()
    const wrapped = await wrapSecret(secret, await deriveWrappingKey(password, kdfParameters))
    expect(await unwrapSecret(wrapped, await deriveWrappingKey(password, kdfParameters))).toEqual(secret)
  })

  test('does not unwrap with another password, salt or count', async () => {
    const kdfParameters = quick()
    const wrapped = await wrapSecret(newSecret(), await deriveWrappingKey(password, kdfParameters))
    for (const key of [
      await deriveWrappingKey(`${password} `, kdfParameters),
      await deriveWrappingKey(password, { ...kdfParameters, salt: quick().salt }),
      await deriveWrappingKey(password, { ...kdfParameters, iterations: 1001 }),
    ])
      expect(await unwrapSecret(wrapped, key)).toBeUndefined()
  })
})

describe('deriveVaultKeys', () => {
  test('creates keys that can not be exported', async () => {
    const { data, names } = await deriveVaultKeys(newSecret())
    for (const key of [data, names]) {
      expect(key.extractable).toBe(false)
      await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
    }
    await expect(crypto.subtle.exportKey('raw', await deriveWrappingKey(password, quick()))).rejects.toThrow()
  })

  test('derives equal keys from the same secret only', async () => {
    const secret = newSecret()
    const keys = await deriveVaultKeys(secret)
    const again = await deriveVaultKeys(secret)
    const others = await deriveVaultKeys(newSecret())
    const sealed = await seal(keys, 'here', { name: 'Adaeze Okonkwo', amountKobo: 12_000 })
    expect(await open(again, 'here', sealed)).toEqual({ name: 'Adaeze Okonkwo', amountKobo: 12_000 })
    expect(await open(others, 'here', sealed)).toBeUndefined()
    expect(await opaque(again, 'page of Adaeze')).toBe(await opaque(keys, 'page of Adaeze'))
    expect(await opaque(others, 'page of Adaeze')).not.toBe(await opaque(keys, 'page of Adaeze'))
  })
})

describe('seal', () => {
  test('opens with its own context only, and only unchanged', async () => {
    const keys = await deriveVaultKeys(newSecret())
    const { iv, sealed } = await seal(keys, 'here', 'Adaeze')
    expect(await open(keys, 'there', { iv, sealed })).toBeUndefined()
    for (const at of [0, sealed.byteLength - 1]) {
      const changed = new Uint8Array(sealed.slice(0))
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(await open(keys, 'here', { iv, sealed: changed.buffer })).toBeUndefined()
    }
  })

  test('encrypts differently each time, without revealing the text', async () => {
    const keys = await deriveVaultKeys(newSecret())
    const [one, other] = [await seal(keys, 'here', 'Adaeze'), await seal(keys, 'here', 'Adaeze')]
    expect(one.iv).not.toEqual(other.iv)
    expect(new Uint8Array(one.sealed)).not.toEqual(new Uint8Array(other.sealed))
    expect(new TextDecoder().decode(one.sealed)).not.toContain('Adaeze')
  })

  test('makes names that do not reveal their text', async () => {
    const name = await opaque(await deriveVaultKeys(newSecret()), 'Adaeze')
    expect(name).toMatch(/^[\w+/]{43}=$/)
    expect(atob(name)).not.toContain('Adaeze')
  })
})
