import { readdir } from 'node:fs/promises'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
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

const refused = async (bytes: Buffer, message: string) => {
  const before = await filesThere()
  expect(await sendFile(server, bytes, clerk)).toMatchObject({ status: '100', fields: [message] })
  expect(await filesThere()).toEqual(before)
}
const storedOf = async (bytes: Buffer) =>
  (await services.files.read(await take(await uploaded(server, clerk, bytes), clerk.id))) as Buffer

it('takes what its first bytes say is a PNG, a JPEG or a PDF, whatever the name', async () => {
  for (const [bytes, type] of [
    [png, 'image/jpeg'],
    [jpeg, 'image/jpeg'],
    [pdf, 'application/pdf'],
  ] as const)
    expect(fileTypeOf(await storedOf(bytes))?.type).toBe(type)
  for (const text of ['<html><script>', 'GIF89a', '', '%PD'])
    await refused(Buffer.from(text), 'Only PNG, JPEG and PDF files can be uploaded.')
})

it('re-encodes an image: upright, with its pixels and nothing else of the file', async () => {
  const html = Buffer.from('<script>alert(1)</script>PK\x03\x04')
  const photo = sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
    .jpeg()
    .withExif({ IFD0: { Make: 'secretCamera' }, IFD3: { GPSLatitude: '6/1 27/1 0/1' } })
    .withMetadata({ orientation: 6 })
  for (const bytes of [png, jpeg, await photo.toBuffer()]) {
    const stored = await storedOf(Buffer.concat([bytes, html]))
    for (const part of ['<script>', 'PK', 'secretCamera', 'Exif']) expect(stored.includes(part)).toBe(false)
    const { exif, icc, xmp, orientation } = await sharp(stored).metadata()
    expect({ exif, icc, xmp, orientation }).toEqual({})
  }
  const { width, height } = await sharp(await storedOf(await photo.toBuffer())).metadata()
  expect([width, height]).toEqual([20, 40])
  const large = sharp({ create: { width: 6000, height: 3000, channels: 4, background: '#0000' } }).png()
  const smaller = sharp(await storedOf(await large.toBuffer()))
  expect(await smaller.metadata()).toMatchObject({ width: 3000, height: 1500, format: 'jpeg' })
  expect((await smaller.stats()).dominant).toMatchObject({ r: 248, g: 248, b: 248 })
})

it('refuses an image that can’t be read, is cut off, or has too many pixels', async () => {
  const unreadable = 'The image can’t be read. Take the photo again, or choose another file.'
  for (const bytes of [png, jpeg]) {
    await refused(bytes.subarray(0, bytes.length / 2), unreadable)
    await refused(Buffer.concat([bytes.subarray(0, 20), Buffer.from('<html>')]), unreadable)
  }
  // A hundred million pixels of one colour, in some kilobytes.
  const bomb = sharp({
    create: { width: 10_000, height: 10_000, channels: 3, background: 'red' },
    limitInputPixels: false,
  })
  await refused(await bomb.png().toBuffer(), unreadable)
})

it('takes ten megabytes and not a byte more, and raw bodies only', async () => {
  const largest = Buffer.concat([pdf, Buffer.alloc(maxFileBytes - pdf.length)])
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

/** Sends the head of an upload, and of its body as much as is told; resolves with the reply's head. */
async function openUpload(url: URL, headers: Record<string, string>, body: Buffer) {
  const socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => {})
  const lines = Object.entries({ host: url.host, 'content-type': 'application/octet-stream', ...headers })
  socket.write(`POST /api/files HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`)
  if (body.length > 0) socket.write(body)
  let head = ''
  for await (const chunk of socket) {
    head += String(chunk)
    if (head.includes('\r\n\r\n')) break
  }
  return head
}

describe('over connections', async () => {
  const one = await openServer({ limits: manyCalls, nodes: 1 })
  await one.app.listen({ host: '127.0.0.1', port: 0 })
  const url = new URL(`http://127.0.0.1:${(one.app.server.address() as AddressInfo).port}`)
  const viewer = await one.enter('can-view-all')
  const length = { 'content-length': String(maxFileBytes) }

  it.each<[string, number, Record<string, string>]>([
    ['a session', 401, {}],
    ['a session that stands', 401, { logintoken: 'x'.repeat(43) }],
    ['a permission', 403, { logintoken: viewer.token }],
    ['room for its size', 413, { logintoken: viewer.token, 'content-length': String(maxFileBytes + 1) }],
  ])('80 uploads without %s are refused before a byte of their body', async (_what, status, headers) => {
    const sender: Record<string, string> =
      status === 413 ? { logintoken: (await one.enter('can-create-loan')).token } : {}
    const all = { ...length, ...headers, ...sender }
    const before = await one.database.$count(uploads)
    // The reply comes though no byte of the body does.
    const heads = await Promise.all(Array.from({ length: 80 }, () => openUpload(url, all, Buffer.alloc(0))))
    for (const head of heads) {
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(head).toMatch(/^connection: close\r$/im)
    }
    // Of one that is on its way, the server reads what came with its head at most.
    const sockets: Socket[] = []
    const note = (socket: Socket) => void sockets.push(socket)
    one.app.server.on('connection', note)
    await Promise.all(Array.from({ length: 80 }, () => openUpload(url, all, Buffer.alloc(maxFileBytes))))
    one.app.server.off('connection', note)
    await Promise.all(sockets.map(async (socket) => socket.closed || once(socket, 'close')))
    expect(sockets).toHaveLength(80)
    for (const { bytesRead } of sockets) expect(bytesRead).toBeLessThan(300_000)
    expect(await one.database.$count(uploads)).toBe(before)
  })

  it.each([
    ['files', 40, 'upload', 0, 'can-create-loan'],
    ['files/part', 250, 'part', 240, 'can-import'],
  ] as const)(
    'of 80 uploads to %s at once, as many are taken as an admin may have: %i',
    async (where, most, prefix, had, held) => {
      const { token, id } = await one.enter(held)
      const at = one.clock.now()
      if (had > 0)
        await one.database
          .insert(uploads)
          .values(
            Array.from({ length: had }, (_, n) => ({ adminId: id, file: `${prefix}-${n}`, createdAt: at })),
          )
      const send = async (): Promise<number> => {
        const reply = await fetch(new URL(`/api/${where}`, url), {
          method: 'POST',
          headers: { 'content-type': 'application/octet-stream', logintoken: token },
          body: new Uint8Array(png),
        })
        const { status } = (await reply.json()) as { status: string }
        // The server takes so many of all admins at once.
        if (reply.status !== 503) return Number(status)
        await wait(100)
        return send()
      }
      const replies = await Promise.all(Array.from({ length: 80 }, send))
      expect(replies.filter((status) => status === 200)).toHaveLength(most - had)
      expect(replies.filter((status) => status === 400)).toHaveLength(80 - most + had)
      expect(await one.database.$count(uploads, eq(uploads.adminId, id))).toBe(most)
    },
  )

  it('an upload that ends early leaves nothing, and its place is free again', async () => {
    const { token, id } = await one.enter('can-create-loan')
    const mine = eq(uploads.adminId, id)
    for (let n = 0; n < 3; n++) {
      const socket = connect(Number(url.port), url.hostname)
      socket.write(
        `POST /api/files HTTP/1.1\r\nhost: x\r\ncontent-type: application/octet-stream\r\nlogintoken: ${token}\r\ncontent-length: 1000\r\n\r\nabc`,
      )
      await expect.poll(() => one.database.$count(uploads, mine)).toBe(1)
      socket.destroy()
      await expect.poll(() => one.database.$count(uploads, mine)).toBe(0)
    }
    await expect.poll(() => readdir(path.join(one.services.config.dataDir, 'receiving'))).toEqual([])
  })
})
