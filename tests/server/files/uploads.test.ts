import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { uploads } from '#server/db/tables/uploads'
import { fileTypeOf, maxFileBytes } from '#server/files/fileTypes'
import { sweepUploads, takeUpload } from '#server/files/uploads'
import { jpeg, pdf, png, sendFile, uploaded } from '../support/files'
import { manyCalls, openServer } from '../support/harness'

const server = await openServer({ limits: manyCalls })
const { database, services, clock } = server
const clerk = await server.enter('can-create-loan')
const other = await server.enter('can-add-guarantor')
const take = (id: number, adminId: number) =>
  database.transaction((tx) => takeUpload(tx, id, adminId, 'ID card of Bala Garba'))
const filesThere = () => readdir(path.join(services.config.dataDir, 'files')).catch(() => [])
const gone = 'The ID card of Bala Garba is not there any more. Please upload it again.'
const hours = (count: number) => new Date(clock.now().getTime() + count * 3_600_000)

it('stores what its first bytes say is a PNG, a JPEG or a PDF, whatever the name', async () => {
  for (const bytes of [png, jpeg, pdf]) {
    const id = await uploaded(server, clerk, bytes)
    const stored = await services.files.read(await take(id, clerk.id))
    expect(stored?.equals(bytes)).toBe(true)
    expect(fileTypeOf(stored as Buffer)).toBeDefined()
  }
  for (const bytes of [
    Buffer.from('<html><script>'),
    Buffer.from('GIF89a'),
    Buffer.alloc(0),
    Buffer.from('%PD'),
  ]) {
    const before = await filesThere()
    expect(await sendFile(server, bytes, clerk)).toMatchObject({
      status: '100',
      fields: ['Only PNG, JPEG and PDF files can be uploaded.'],
    })
    expect(await filesThere()).toEqual(before)
  }
})

it('takes ten megabytes and not a byte more, and raw bodies only', async () => {
  const largest = Buffer.concat([png, Buffer.alloc(maxFileBytes - png.length)])
  expect((await sendFile(server, largest, clerk)).status).toBe('200')
  expect((await sendFile(server, Buffer.concat([largest, Buffer.alloc(1)]), clerk)).http).toBe(413)
  for (const type of ['application/json', 'image/png', 'multipart/form-data; boundary=x'])
    expect((await sendFile(server, png, clerk, type)).http).toBe(415)
})

it('is for admins who may use a file: not without a session, a permission, or an own password', async () => {
  const viewer = await server.enter('can-view-all')
  expect((await sendFile(server, png)).http).toBe(401)
  expect((await sendFile(server, png, { token: 'x'.repeat(43) })).http).toBe(401)
  expect((await sendFile(server, png, viewer)).http).toBe(403)
  expect((await sendFile(server, png, other)).status).toBe('200')
  const before = await database.$count(uploads)
  const forged = await server.inject({
    method: 'POST',
    url: '/api/files',
    headers: {
      'content-type': 'application/octet-stream',
      logintoken: clerk.token,
      cookie: 'XSRF-TOKEN=one',
      'x-xsrf-token': 'two',
    },
    payload: png,
  })
  expect(forged.http).toBe(403)
  expect(await database.$count(uploads)).toBe(before)
})

it('lets a file be used once, by the admin who uploaded it', async () => {
  const id = await uploaded(server, clerk)
  await expect(take(id, other.id)).rejects.toThrow(gone)
  await expect(take(id + 1000, clerk.id)).rejects.toThrow(gone)
  expect(await services.files.read(await take(id, clerk.id))).toBeDefined()
  await expect(take(id, clerk.id)).rejects.toThrow(gone)
})

it('gives a file back when the change that takes it fails', async () => {
  const id = await uploaded(server, clerk)
  const failing = database.transaction(async (tx) => {
    await takeUpload(tx, id, clerk.id, 'ID card')
    throw new Error('fails later')
  })
  await expect(failing).rejects.toThrow('fails later')
  expect(await take(id, clerk.id)).toMatch(/^upload-/)
})

it('refuses a file whose storing was cut off, and removes it like any unused one', async () => {
  const id = await uploaded(server, clerk)
  await database.update(uploads).set({ storedAt: null }).where(eq(uploads.id, id))
  await expect(take(id, clerk.id)).rejects.toThrow(gone)
  await sweepUploads(services, hours(25))
  expect(await database.$count(uploads, eq(uploads.id, id))).toBe(0)
})

it('removes unused files after a day, keeps used ones, and goes on where a sweep was cut off', async () => {
  await sweepUploads(services, hours(25))
  const kept = await take(await uploaded(server, clerk), clerk.id)
  const before = await filesThere()
  const ids: number[] = []
  for (let n = 0; n < 3; n++) ids.push(await uploaded(server, clerk))
  expect(await filesThere()).toHaveLength(before.length + 3)
  await sweepUploads(services, hours(23))
  expect(await filesThere()).toHaveLength(before.length + 3)
  let removed = 0
  const cutOff = {
    database,
    files: {
      ...services.files,
      remove: async (name: string) => {
        if (removed === 1) throw new Error('the disk is away')
        removed += 1
        await services.files.remove(name)
      },
    },
  }
  await expect(sweepUploads(cutOff, hours(25))).rejects.toThrow('the disk is away')
  // The second one is marked: no change takes a file that may be gone.
  await expect(take(ids[1] as number, clerk.id)).rejects.toThrow(gone)
  await sweepUploads(services, hours(25))
  expect(await filesThere()).toEqual(before)
  expect(await services.files.read(kept)).toBeDefined()
  expect(await database.$count(uploads)).toBe(0)
})

it('removes more files than it reads at once, but none that a change uses meanwhile', async () => {
  // Those of other tests.
  await sweepUploads(services, hours(25))
  await database.insert(uploads).values(
    Array.from({ length: 102 }, (_, at) => ({
      adminId: clerk.id,
      file: `upload-of-row-${at}`,
      storedAt: clock.now(),
      createdAt: clock.now(),
    })),
  )
  const removed: string[] = []
  const usedMeanwhile = {
    database,
    files: {
      ...services.files,
      remove: async (name: string) => {
        removed.push(name)
        if (removed.length === 1) await database.delete(uploads).where(eq(uploads.file, 'upload-of-row-1'))
      },
    },
  }
  await sweepUploads(usedMeanwhile, hours(25))
  expect(removed).toHaveLength(101)
  expect(removed).not.toContain('upload-of-row-1')
  expect(await database.$count(uploads)).toBe(0)
})

it('stops an admin who fills the disk', async () => {
  const filler = await server.enter('can-add-guarantor')
  for (let n = 0; n < 40; n++) expect((await sendFile(server, jpeg, filler)).status).toBe('200')
  expect(await sendFile(server, jpeg, filler)).toMatchObject({
    status: '400',
    message: 'You have 40 uploaded files that are not used yet. Try again tomorrow.',
  })
  expect((await sendFile(server, jpeg, clerk)).status).toBe('200')
})
