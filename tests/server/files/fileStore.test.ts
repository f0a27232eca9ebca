import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFileStore } from '#server/files/fileStore'
import { fileTypeOf, maxFileBytes } from '#server/files/fileTypes'
import { jpeg, pdf, png } from '../support/files'
import { startBucket } from '../support/bucket'

const dataDir = await mkdtemp(path.join(tmpdir(), 'alajo-files-'))
const folder = path.join(dataDir, 'files')
const bucket = await startBucket()
afterAll(async () => {
  await bucket.close()
  await rm(dataDir, { recursive: true, force: true })
})

const inFolder = openFileStore({ dataDir, bucket: undefined })
const inBucket = openFileStore({ dataDir: '/nowhere', bucket: bucket.config })

describe.each([
  ['a folder', inFolder],
  ['a bucket', inBucket],
])('files in %s', (_where, store) => {
  it('are read as stored, and a later file replaces an earlier one', async () => {
    expect(await store.read('card-1')).toBeUndefined()
    for (const bytes of [png, pdf]) {
      await store.put('card-1', bytes)
      expect((await store.read('card-1'))?.equals(bytes)).toBe(true)
    }
    await store.put('empty', Buffer.alloc(0))
    expect(await store.read('empty')).toHaveLength(0)
  })

  it('are removed; removing one that is not there changes nothing', async () => {
    await store.put('kept', pdf)
    await store.put('removed', png)
    for (let times = 0; times < 2; times++) {
      await store.remove('removed')
      expect(await store.read('removed')).toBeUndefined()
    }
    expect((await store.read('kept'))?.equals(pdf)).toBe(true)
  })

  it.each([
    '',
    '.',
    '..',
    '../card-1',
    'a/b',
    'a\\b',
    'a.png',
    'A',
    '-a',
    'a\0',
    '%2e',
    'ạ',
    'a'.repeat(101),
  ])('can not have the name %j', async (name) => {
    bucket.requests.length = 0
    expect(await store.read(name)).toBeUndefined()
    await expect(store.put(name, png)).rejects.toThrow('The file store does not take this file.')
    await store.remove(name)
    expect(bucket.requests).toEqual([])
  })

  it('are limited in size', async () => {
    await expect(store.put('large', Buffer.alloc(maxFileBytes + 1))).rejects.toThrow('does not take')
    expect(await store.read('large')).toBeUndefined()
  })
})

describe('the folder', () => {
  // The store makes its folder with the first file.
  beforeAll(() => inFolder.put('first', png))

  it('holds whole files readable by the server’s user only', async () => {
    await inFolder.put('mine', png)
    expect((await stat(path.join(folder, 'mine'))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('does not follow symbolic links when reading or writing', async () => {
    const outside = path.join(dataDir, 'outside')
    await writeFile(outside, png)
    await symlink(outside, path.join(folder, 'astray'))
    expect(await inFolder.read('astray')).toBeUndefined()
    await inFolder.put('astray', jpeg)
    expect((await readFile(outside)).equals(png)).toBe(true)
    expect((await inFolder.read('astray'))?.equals(jpeg)).toBe(true)
  })

  it('reads regular files only', async () => {
    await mkdir(path.join(folder, 'folder'))
    expect(await inFolder.read('folder')).toBeUndefined()
  })

  it('that can not be read fails, and does not reply that a file is missing', async () => {
    const broken = path.join(dataDir, 'broken')
    await mkdir(broken)
    await writeFile(path.join(broken, 'files'), 'a file in place of the folder')
    const store = openFileStore({ dataDir: broken, bucket: undefined })
    await expect(store.read('card-1')).rejects.toMatchObject({ code: 'ENOTDIR' })
  })

  it('does not read a file that grew too large', async () => {
    await inFolder.put('grown', png)
    await truncate(path.join(folder, 'grown'), maxFileBytes + 1)
    await expect(inFolder.read('grown')).rejects.toThrow('larger than the server reads')
  })
})

describe('the bucket', () => {
  it('gets one signed request for each object', async () => {
    bucket.requests.length = 0
    await inBucket.put('signed-1', png)
    await inBucket.read('signed-1')
    expect(bucket.requests).toEqual(['PUT /alajo-files/signed-1 signed', 'GET /alajo-files/signed-1 signed'])
  })

  it('refuses another key with an error that contains no secret', async () => {
    const wrongKey = openFileStore({ dataDir, bucket: { ...bucket.config, secretAccessKey: 'zq9wrong' } })
    for (const act of [
      () => wrongKey.read('card-1'),
      () => wrongKey.put('card-1', jpeg),
      () => wrongKey.remove('card-1'),
    ])
      await expect(act()).rejects.toThrow('The bucket of FILES_URL answered with HTTP 403.')
  })

  it.each([
    ['fails', 'HTTP 503'],
    ['is-elsewhere', 'could not be reached'],
    ['never-ends', 'larger than the server reads'],
  ])('that %s causes an error', async (name, message) => {
    await expect(inBucket.read(name)).rejects.toThrow(message)
  })
})

describe('the type of a file', () => {
  it('is detected by its first bytes', () => {
    expect([png, jpeg, pdf].map((bytes) => fileTypeOf(bytes)?.type)).toEqual([
      'image/png',
      'image/jpeg',
      'application/pdf',
    ])
  })

  it.each(['', '%PDF', '\x89PNG', 'GIF89a', '<svg/>', '<html>', 'PK', ' %PDF-1.4'])('%j has none', (text) =>
    expect(fileTypeOf(Buffer.from(text, 'latin1'))).toBeUndefined(),
  )
})
