import { describe, expect, test } from 'vitest'
import { deriveVaultKeys, newSecret } from '../vaultCrypto'
import { retentionMs } from '../limits'
import { openPicture, type Picture, pictureKey, sealPicture } from './sealedPicture'

const picture: Picture = {
  html: '<main>Adaeze Okonkwo</main>',
  rest: [],
  css: '',
  title: 'Customers',
  pageStyle: '',
  release: 'one',
  rights: 'some',
  savedAt: 1_000_000,
}
const now = { release: 'one', rights: 'some', now: 1_000_000 }

async function stored() {
  const keys = await deriveVaultKeys(newSecret())
  const key = await pictureKey(keys, 'a place')
  const sealed = await sealPicture(keys, key, picture)
  return { keys, one: { key, pages: [], usedAt: 0, bytes: 0, ...sealed } }
}

describe('a picture opens', () => {
  test('with the keys that sealed it, in its place', async () => {
    const { keys, one } = await stored()
    expect(await openPicture(keys, one, now)).toEqual(picture)
  })
  test('not with the keys of another vault', async () => {
    const { one } = await stored()
    expect(await openPicture(await deriveVaultKeys(newSecret()), one, now)).toBeUndefined()
  })
  test('not in another place', async () => {
    const { keys, one } = await stored()
    const key = await pictureKey(keys, 'another place')
    expect(key).not.toBe(one.key)
    expect(await openPicture(keys, { ...one, key }, now)).toBeUndefined()
  })
  test('not when a byte was changed', async () => {
    const { keys, one } = await stored()
    const bytes = new Uint8Array(one.sealed)
    bytes[5] = (bytes[5] ?? 0) ^ 1
    expect(await openPicture(keys, one, now)).toBeUndefined()
  })
  test('not in another release, with other rights, or after seven days', async () => {
    const { keys, one } = await stored()
    expect(await openPicture(keys, one, { ...now, release: 'two' })).toBeUndefined()
    expect(await openPicture(keys, one, { ...now, rights: 'fewer' })).toBeUndefined()
    expect(await openPicture(keys, one, { ...now, now: now.now + retentionMs })).toEqual(picture)
    expect(await openPicture(keys, one, { ...now, now: now.now + retentionMs + 1 })).toBeUndefined()
  })
})

test('a stored picture holds nothing readable', async () => {
  const { one } = await stored()
  expect(Buffer.from(one.sealed).toString('latin1')).not.toContain('Adaeze')
})
