import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { and, eq, isNotNull } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { fieldCalls } from '#contract/field/calls'
import { mostUploads } from '#contract/field/uploads'
import { calls } from '#contract/index'
import { fieldUploads } from '#server/db/tables/field'
import { guarantors, loans } from '#server/db/tables/loans'
import { customers } from '#server/db/tables/schema'
import { uploads } from '#server/db/tables/uploads'
import { sweepUploads } from '#server/files/uploads'
import { type Beat, makeBeats } from '../support/beats'
import { fieldClient } from '../support/fieldClient'
import { jpeg, pdf, png } from '../support/files'
import { manyCalls, openServer } from '../support/harness'
import { moneyOf } from '../support/money'

const server = await openServer({ limits: { ...manyCalls, signInsOfAddress: 1_000_000 } })
const { database } = server
const { ask, raw, makeDevice, nextAgent } = fieldClient(server)
const pool = await makeBeats(database, { agents: 30, wallets: 2 }, server.clock.now())
const { makeLoanType } = moneyOf(server)
const type = await makeLoanType(1000)
const { createUpload, getUpload, sendUpload, addGuarantor, applyForLoan, getCustomers } = fieldCalls

let beat: Beat
let device: Awaited<ReturnType<typeof makeDevice>>
beforeEach(async () => {
  ;[beat, device] = await nextAgent(pool)
})

const announced = (bytes: Buffer, type = 'application/pdf') => ({
  id: randomUUID(),
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  type,
})
/** A file of this size. */
const large = (size: number) => Buffer.concat([pdf, Buffer.alloc(size - pdf.length, 'x')])
const send = (id: string, offset: number, bytes: Buffer, token = device.token) =>
  raw(sendUpload, { id, offset }, token, bytes)
const stateOf = (id: string) => ask(getUpload, { id }, device.token)
/** Files of the agent that nothing uses yet, in the store. */
const storedFiles = async () => {
  const rows = await database
    .select({ file: uploads.file, startsAt: uploads.startsAt })
    .from(uploads)
    .innerJoin(fieldUploads, eq(fieldUploads.id, uploads.fieldUploadId))
    .where(and(eq(fieldUploads.agentId, beat.agentId), isNotNull(uploads.storedAt)))
  return rows
}
async function uploaded(bytes = png, type = 'image/png', token = device.token) {
  const file = announced(bytes, type)
  await ask(createUpload, file, token)
  const reply = await send(file.id, 0, bytes, token)
  expect(reply.http, reply.text).toBe(204)
  return file.id
}

describe('an upload', () => {
  it('in one request is complete, and checked as the portal’s are', async () => {
    for (const [bytes, type] of [
      [png, 'image/png'],
      [jpeg, 'image/jpeg'],
      [pdf, 'application/pdf'],
    ] as const) {
      const file = announced(bytes, type)
      const made = await ask(createUpload, file, device.token)
      expect(made).toMatchObject({ id: file.id, size: bytes.length, offset: 0, state: 'open' })
      const sent = await send(file.id, 0, bytes)
      expect([sent.http, sent.text, sent.headers['upload-offset']]).toEqual([204, '', String(bytes.length)])
      expect(await stateOf(file.id)).toMatchObject({ offset: bytes.length, state: 'complete', message: null })
    }
    const files = await storedFiles()
    expect(files.map(({ startsAt }) => startsAt)).toEqual([null, null, null])
    // An image is stored from its pixels alone.
    const stored = await Promise.all(files.map(({ file }) => server.services.files.read(file)))
    expect(stored.map((one) => one?.subarray(0, 4).toString('latin1').slice(0, 3))).toEqual([
      '\xff\xd8\xff',
      '\xff\xd8\xff',
      '%PD',
    ])
  })

  it('goes on where it was, in parts, and leaves none of them behind', async () => {
    const bytes = large(300_000)
    const file = announced(bytes)
    await ask(createUpload, file, device.token)
    expect((await send(file.id, 0, bytes.subarray(0, 100_000))).headers['upload-offset']).toBe('100000')
    const head = await server.app.inject({
      method: 'HEAD',
      url: `/api/field/v1/uploads/${file.id}`,
      headers: { authorization: `Bearer ${device.token}` },
    })
    expect([
      head.statusCode,
      head.body,
      head.headers['upload-offset'],
      head.headers['upload-length'],
    ]).toEqual([200, '', '100000', '300000'])
    // A repeated part, one that leaves a gap, and one that is too long change nothing.
    expect((await send(file.id, 0, bytes.subarray(0, 100_000))).json).toMatchObject({
      status: 409,
      code: 'refused',
      detail: 'The upload is at offset 100000. Go on from there.',
    })
    expect((await send(file.id, 200_000, bytes.subarray(200_000))).http).toBe(409)
    expect((await send(file.id, 100_000, large(200_001))).json.code).toBe('invalid')
    expect((await send(file.id, 100_000, bytes.subarray(100_000, 100_100))).json.detail).toContain('at least')
    expect(await stateOf(file.id)).toMatchObject({ offset: 100_000, state: 'open' })
    expect((await send(file.id, 100_000, bytes.subarray(100_000))).http).toBe(204)
    const [whole, ...others] = await storedFiles()
    expect(others).toEqual([])
    expect(await server.services.files.read(whole?.file ?? '')).toEqual(bytes)
    expect((await send(file.id, 300_000, Buffer.from('x'))).http).toBe(409)
  })

  it('of several megabytes may come in few requests', async () => {
    const bytes = large(3_500_000)
    const file = announced(bytes)
    await ask(createUpload, file, device.token)
    // The last byte is wrong: until then all is stored.
    const wrong = await send(file.id, 0, Buffer.concat([bytes.subarray(0, -1), Buffer.from('y')]))
    expect(wrong.http).toBe(422)
    expect((await stateOf(file.id)).offset).toBe(0)
    expect((await send(file.id, 0, bytes.subarray(0, 2_500_000))).headers['upload-offset']).toBe('2500000')
    expect((await send(file.id, 2_500_000, bytes.subarray(2_500_000))).http).toBe(204)
    const [whole, ...others] = await storedFiles()
    expect([others, (await server.services.files.read(whole?.file ?? ''))?.equals(bytes)]).toEqual([[], true])
  })

  it('announced again says how far it is; as another file it is refused', async () => {
    const bytes = large(100_000)
    const file = announced(bytes)
    await ask(createUpload, file, device.token)
    await send(file.id, 0, bytes.subarray(0, 50_000))
    expect((await ask(createUpload, file, device.token)).offset).toBe(50_000)
    expect((await raw(createUpload, { ...file, size: 100_001 }, device.token)).json.detail).toContain(
      'another file',
    )
  })

  it('sent by two requests at once is stored once', async () => {
    const bytes = large(200_000)
    const file = announced(bytes)
    await ask(createUpload, file, device.token)
    const parts = await Promise.all([1, 2, 3].map(() => send(file.id, 0, bytes.subarray(0, 120_000))))
    expect(parts.filter(({ http }) => http === 204)).toHaveLength(1)
    const ends = await Promise.all([1, 2, 3].map(() => send(file.id, 120_000, bytes.subarray(120_000))))
    expect(ends.filter(({ http }) => http === 204)).toHaveLength(1)
    expect(await storedFiles()).toHaveLength(1)
  })

  it('of other bytes begins again; of another type is refused for good', async () => {
    const bytes = large(60_000)
    const file = announced(bytes)
    await ask(createUpload, file, device.token)
    await send(file.id, 0, bytes.subarray(0, 30_000))
    const wrong = await send(file.id, 30_000, Buffer.alloc(30_000, 'y'))
    expect([wrong.http, wrong.json.detail]).toEqual([
      422,
      'These are not the bytes that were announced. They were removed: send the file again from offset 0.',
    ])
    expect(await stateOf(file.id)).toMatchObject({ offset: 0, state: 'open' })
    expect(await storedFiles()).toEqual([])
    expect((await send(file.id, 0, bytes)).http).toBe(204)

    for (const [bytes, type] of [
      [pdf, 'image/png'],
      [Buffer.from('<script>alert(1)</script>'), 'image/jpeg'],
      [png.subarray(0, 100), 'image/png'],
    ] as const) {
      const other = announced(bytes, type)
      await ask(createUpload, other, device.token)
      expect((await send(other.id, 0, bytes)).http).toBe(409)
      const state = await stateOf(other.id)
      expect([state.state, state.message === null]).toEqual(['refused', false])
      expect((await send(other.id, 0, bytes)).json.detail).toBe(state.message)
    }
  })

  it.each([
    ['too large', { size: 10_485_761 }],
    ['empty', { size: 0 }],
    ['of another type', { type: 'text/html' }],
    ['with no hash', { sha256: 'abc' }],
  ])('%s is not taken', async (_what, fields) => {
    expect((await raw(createUpload, { ...announced(pdf), ...fields }, device.token)).http).toBe(422)
  })

  it('is one of so many, and is swept after a day', async () => {
    const bytes = large(60_000)
    const first = announced(bytes)
    await ask(createUpload, first, device.token)
    await send(first.id, 0, bytes.subarray(0, 30_000))
    for (let at = 1; at < mostUploads; at++) await ask(createUpload, announced(pdf), device.token)
    const more = await raw(createUpload, announced(pdf), device.token)
    expect([more.http, more.json.code]).toEqual([409, 'refused'])
    const [part] = await storedFiles()
    const stores = { database, files: server.services.files }
    await sweepUploads(stores, new Date(server.clock.now().getTime() + 23 * 3_600_000))
    expect(await stateOf(first.id)).toMatchObject({ offset: 30_000 })
    await sweepUploads(stores, new Date(server.clock.now().getTime() + 25 * 3_600_000))
    expect(await server.services.files.read(part?.file ?? '')).toBeUndefined()
    expect((await raw(getUpload, { id: first.id }, device.token)).http).toBe(404)
    expect(await database.$count(fieldUploads, eq(fieldUploads.agentId, beat.agentId))).toBe(0)
    expect((await raw(createUpload, first, device.token)).http).toBe(200)
  })

  it('keeps what arrived of a request that broke off', async () => {
    const bytes = large(3_000_000)
    const file = announced(bytes)
    await ask(createUpload, file, device.token)
    const address = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }))
    const asked = once(server.app.server, 'request') as Promise<[IncomingMessage]>
    const patch = request(new URL(`/api/field/v1/uploads/${file.id}`, address), {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${device.token}`,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
        'content-length': bytes.length,
      },
    })
    patch.on('error', () => {})
    patch.write(bytes.subarray(0, 2_500_000))
    const [arriving] = await asked
    const isTaken = () =>
      arriving.socket.bytesRead === patch.socket?.bytesWritten && arriving.readableLength === 0
    await expect.poll(isTaken).toBe(true)
    patch.destroy()
    await expect.poll(async () => (await stateOf(file.id)).offset).toBe(2_500_000)
    expect((await storedFiles()).length).toBeGreaterThan(1)
    expect((await send(file.id, 2_500_000, bytes.subarray(2_500_000))).http).toBe(204)
  })
})

describe('a guarantor', () => {
  const apply = async () =>
    (
      await ask(
        applyForLoan,
        {
          id: randomUUID(),
          recorded_at: server.clock.now().toISOString(),
          customer_id: beat.wallets[0]?.customerId,
          loan_type_id: type.id,
          amount: '50000.00',
          instalment_period: 'weekly',
          instalment_times: 10,
          description: 'More stock',
        },
        device.token,
      )
    ).loan_id
  const facts = (loan_id: number, more: object = {}) => ({
    id: randomUUID(),
    recorded_at: server.clock.now().toISOString(),
    loan_id,
    first_name: 'Kunle',
    last_name: 'Bello',
    phone: '08037654321',
    address: '4 Mokola Street',
    bvn: '22345678901',
    ...more,
  })
  const withFiles = async (loan_id: number, more: object = {}) => ({
    ...facts(loan_id, more),
    id_card: await uploaded(),
    utility_bill: await uploaded(pdf, 'application/pdf'),
  })
  const countOf = (loan: number) => database.$count(guarantors, eq(guarantors.loanId, loan))

  it('is added with the files of two uploads, once', async () => {
    const loan = await apply()
    const { cursor } = await ask(getCustomers, {}, device.token)
    const sent = await withFiles(loan)
    const first = await ask(addGuarantor, sent, device.token)
    expect(first).toEqual({ id: sent.id, loan_id: loan, guarantors: 1 })
    expect(await ask(addGuarantor, sent, device.token)).toEqual(first)
    expect(await countOf(loan)).toBe(1)
    expect(await stateOf(sent.id_card)).toMatchObject({ state: 'used' })
    const delta = await ask(getCustomers, { cursor }, device.token)
    expect(delta.customers.flatMap(({ applications }) => applications)).toMatchObject([{ guarantors: 1 }])
    // The office opens both.
    const [row] = await database.select().from(guarantors).where(eq(guarantors.loanId, loan))
    const office = await server.enter('can-view-customer-details')
    const links = await server.ask(calls.guarantors.getGuarantorFileUpload, { id: row?.id ?? 0 }, office)
    expect(Object.values(links.output().data).every((link) => link !== null)).toBe(true)
    expect(await server.services.files.read(row?.utilityFile ?? '')).toEqual(pdf)
    // Nor does a sweep remove them.
    await sweepUploads(
      { database, files: server.services.files },
      new Date(server.clock.now().getTime() + 25 * 3_600_000),
    )
    expect(await server.services.files.read(row?.idCardFile ?? '')).toBeDefined()
    expect(await ask(addGuarantor, sent, device.token)).toEqual(first)
  })

  it('does not use a file twice, nor one that is not complete', async () => {
    const loan = await apply()
    const sent = await withFiles(loan)
    expect(
      (await raw(addGuarantor, { ...sent, utility_bill: sent.id_card }, device.token)).json.detail,
    ).toContain('utility bill of the guarantor is not there')
    // The refusal has used nothing.
    expect(await stateOf(sent.id_card)).toMatchObject({ state: 'complete' })
    const open = announced(large(60_000))
    await ask(createUpload, open, device.token)
    await send(open.id, 0, large(60_000).subarray(0, 30_000))
    const half = { ...sent, id: randomUUID(), utility_bill: open.id }
    expect((await raw(addGuarantor, half, device.token)).http).toBe(409)
    expect((await raw(addGuarantor, { ...sent, id: randomUUID() }, device.token)).http).toBe(200)
    expect((await raw(addGuarantor, { ...sent, id: randomUUID() }, device.token)).http).toBe(409)
    expect(await countOf(loan)).toBe(1)
  })

  it('is refused as the portal refuses one: the borrower, a sixth one, a decided loan', async () => {
    const loan = await apply()
    const [borrower] = await database
      .select({ phone: customers.phoneNumber })
      .from(customers)
      .where(eq(customers.id, beat.wallets[0]?.customerId ?? 0))
    const own = await raw(addGuarantor, await withFiles(loan, { phone: borrower?.phone }), device.token)
    expect(own.json.detail).toContain('Nobody guarantees their own loan.')
    const { id: admin } = await server.makeAdmin()
    await database
      .update(loans)
      .set({
        applicationStatus: 'in-progress',
        firstApprovalId: admin,
        firstApprovalDate: server.clock.now(),
      })
      .where(eq(loans.id, loan))
    for (let at = 1; at <= 5; at++)
      await ask(addGuarantor, await withFiles(loan, { phone: `0803765432${at}`, bvn: '' }), device.token)
    const sixth = await raw(addGuarantor, await withFiles(loan), device.token)
    expect(sixth.json.detail).toContain('has 5 guarantors already')
    await database
      .update(loans)
      .set({
        applicationStatus: 'rejected',
        rejectedId: admin,
        rejectedDate: server.clock.now(),
        rejectionReason: 'Too much',
      })
      .where(eq(loans.id, loan))
    expect((await raw(addGuarantor, await withFiles(loan), device.token)).json.detail).toContain(
      'decided already',
    )
  })

  it('is not added to a loan of another agent’s customer, whose state is not told', async () => {
    const loan = await apply()
    const other = await makeDevice(pool.pop()?.agentId ?? 0)
    const files = {
      id_card: await uploaded(png, 'image/png', other.token),
      utility_bill: await uploaded(png, 'image/png', other.token),
    }
    const foreign = await raw(addGuarantor, facts(loan, files), other.token)
    const none = await raw(addGuarantor, facts(999_999, files), other.token)
    expect([foreign.http, foreign.json.detail]).toEqual([409, none.json.detail])
    // Nor with another agent's uploads.
    const mine = await raw(addGuarantor, facts(loan, files), device.token)
    expect(mine.json.detail).toContain('is not there')
    expect(await countOf(loan)).toBe(0)
  })
})
