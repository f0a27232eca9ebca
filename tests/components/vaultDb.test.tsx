import Dexie from 'dexie'
import { afterEach, expect, test } from 'vitest'
import { databaseName } from '#device/databaseName'
import { deleteVaultDb, vaultDb } from '#offline/vaultDb'

const userId = 4711
afterEach(() => deleteVaultDb(userId))

test('the database of 0.2.0 loses its stored screens and keeps its pages', async () => {
  const before = new Dexie(databaseName(userId))
  before.version(4).stores({
    pages: 'key, group, call, list, savedAt',
    contents: 'key',
    pins: 'key, call',
    intents: 'key',
    keys: 'id',
    drafts: 'key, savedAt',
    pictures: 'key, *pages, [usedAt+bytes]',
  })
  await before.table('contents').put({ key: 'page' })
  await before.table('pictures').put({ key: 'screen', pages: ['page'], usedAt: 1, bytes: 1 })
  before.close()

  const db = await vaultDb(userId)
  expect(db?.tables.map(({ name }) => name)).not.toContain('pictures')
  expect([...(db?.backendDB().objectStoreNames ?? [])]).not.toContain('pictures')
  expect(await db?.contents.count()).toBe(1)
})
