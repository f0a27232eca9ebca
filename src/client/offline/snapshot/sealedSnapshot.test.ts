import { describe, expect, test } from 'vitest'
import { deriveVaultKeys, newSecret } from '../vaultCrypto'
import { retentionMs } from '../limits'
import { openSnapshot, type Snapshot, snapshotKey, sealSnapshot } from './sealedSnapshot'

const snapshot: Snapshot = {
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
  const key = await snapshotKey(keys, 'a place')
  const sealed = await sealSnapshot(keys, key, snapshot)
  return { keys, one: { key, pages: [], usedAt: 0, bytes: 0, ...sealed } }
}

describe('a snapshot opens', () => {
  test('with the keys that sealed it, in its place', async () => {
    const { keys, one } = await stored()
    expect(await openSnapshot(keys, one, now)).toEqual(snapshot)
  })
  test('not with the keys of another vault', async () => {
    const { one } = await stored()
    expect(await openSnapshot(await deriveVaultKeys(newSecret()), one, now)).toBeUndefined()
  })
  test('not in another place', async () => {
    const { keys, one } = await stored()
    const key = await snapshotKey(keys, 'another place')
    expect(key).not.toBe(one.key)
    expect(await openSnapshot(keys, { ...one, key }, now)).toBeUndefined()
  })
  test('not when a byte was changed', async () => {
    const { keys, one } = await stored()
    const bytes = new Uint8Array(one.sealed)
    bytes[5] = (bytes[5] ?? 0) ^ 1
    expect(await openSnapshot(keys, one, now)).toBeUndefined()
  })
  test('not in another release, with other rights, or after seven days', async () => {
    const { keys, one } = await stored()
    expect(await openSnapshot(keys, one, { ...now, release: 'two' })).toBeUndefined()
    expect(await openSnapshot(keys, one, { ...now, rights: 'fewer' })).toBeUndefined()
    expect(await openSnapshot(keys, one, { ...now, now: now.now + retentionMs })).toEqual(snapshot)
    expect(await openSnapshot(keys, one, { ...now, now: now.now + retentionMs + 1 })).toBeUndefined()
  })
})

test('a stored snapshot holds nothing readable', async () => {
  const { one } = await stored()
  expect(Buffer.from(one.sealed).toString('latin1')).not.toContain('Adaeze')
})
