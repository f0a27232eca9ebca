import { eq } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ImportCase, ImportNoun } from '#contract/calls/imports'
import { calls } from '#contract/index'
import { importFaults, importFiles, importRows, imports, importUploads } from '#server/db/tables/imports'
import { marketDays } from '#server/db/tables/money'
import { beginJob, waitingStep } from '#server/import/jobs'
import { openImportWorker } from '#server/process/workers/importWorker'
import { openServer } from '../support/harness'

const server = await openServer()
const { database, services } = server
const { imports: all } = calls
const workerOf = () =>
  openImportWorker({
    ...services,
    dataDir: services.config.dataDir,
    log: { info: () => {}, error: () => {} },
  })
const worker = workerOf()
const [maker, checker] = [await server.enter('can-import'), await server.enter('can-import')]

const zero = {
  agents: 0,
  customers: 0,
  savings: 0,
  loans: 0,
  saved: 0,
  owed: 0,
  customer_wallets: 0,
  business_wallets: 0,
  agent_cash: 0,
}
const begin = async () =>
  (await server.ask(all.createImport, { cut_over_day: '2026-10-31' }, maker)).output().data.id
const caseOf = async (id: number): Promise<ImportCase> =>
  (await server.ask(all.getImport, { id }, checker)).output().data
async function upload(noun: ImportNoun, lines: readonly string[]) {
  const { json } = await server.inject({
    method: 'POST',
    url: '/api/files/part',
    payload: lines.join('\n'),
    headers: { 'content-type': 'application/octet-stream', logintoken: maker.token ?? '' },
  })
  return { noun, name: `${noun}.csv`, parts: [Number((json.data as { id: string }).id)] }
}
async function dryRun(id: number, files: Awaited<ReturnType<typeof upload>>[]) {
  const reply = await server.ask(all.checkImport, { id, files }, maker)
  expect(reply.status, reply.text).toBe('200')
  await worker.run()
  return caseOf(id)
}
let made = 0
const marketLines = (rows = 1) => {
  made += 1
  return [
    'Market,Day,State,LGA',
    ...Array.from({ length: rows }, (_, n) => `Market ${made}-${n},Monday,Ogun,Abeokuta South`),
  ]
}
const customers = (...dates: string[]) => [
  'Customer,First Name,Last Name,Phone,Agent,Registered',
  ...dates.map((date, n) => `C${made}-${n},Ada,Obi,080500000${made + 10},A-1,${date}`),
]
const agents = () => {
  made += 1
  return [
    'Agent,First Name,Last Name,Phone,Email',
    `A-1,Bola,Ade,080600000${made + 10},bola.jobs${made}@x.example`,
  ]
}
/** What is kept of the rows of an import. */
const kept = (id: number) =>
  Promise.all([
    database.$count(importRows, eq(importRows.importId, id)),
    database.$count(importFiles, eq(importFiles.importId, id)),
    database.$count(importUploads, eq(importUploads.importId, id)),
  ])

describe('an import', () => {
  it('of market days alone is released, with control totals of zero', async () => {
    const id = await begin()
    const before = await database.$count(marketDays)
    expect(await dryRun(id, [await upload('markets', marketLines(2))])).toMatchObject({ state: 'checked' })
    const same = await server.ask(all.enterImportTotals, { id, ...zero } as never, maker)
    expect(same.status, same.text).toBe('200')
    await server.ask(all.releaseImport, { id }, checker)
    await worker.run()
    expect(await caseOf(id)).toMatchObject({ state: 'released' })
    expect(await database.$count(marketDays)).toBe(before + 2)
  })

  it('says as what a file was read', async () => {
    const id = await begin()
    const { files } = await dryRun(id, [await upload('markets', marketLines())])
    expect(files).toMatchObject([{ read_as: 'CSV in UTF-8, separated by commas.', rows: 1 }])
  })

  it.each([
    ['day', '2026-04-03'],
    ['month', '2026-03-04'],
  ] as const)(
    'asks how dates are written that fit both ways, and reads them with the %s first',
    async (order, is) => {
      const id = await begin()
      const files = [await upload('agents', agents()), await upload('customers', customers('03/04/2026'))]
      const asked = await dryRun(id, files)
      expect(asked).toMatchObject({
        state: 'open',
        files: [{ noun: 'agents' }],
        questions: [{ name: 'customers.csv', column: 'Registered', line: 2, text: '03/04/2026' }],
        failure: expect.stringContaining('no date of the file says whether the day or the month is first'),
      })
      const answer = { id, upload_id: asked.questions[0]?.id ?? 0, order }
      expect((await server.ask(all.answerImportDates, answer, maker)).status).toBe('200')
      await worker.run()
      expect(await caseOf(id)).toMatchObject({ state: 'checked', questions: [], failure: null })
      const rows = await database.select().from(importRows).where(eq(importRows.importId, id))
      expect(rows.map(({ row }) => row.registered).filter(Boolean)).toEqual([is])
      const late = await server.ask(all.answerImportDates, answer, maker)
      expect(late.message).toBe('This file does not wait for an answer any more.')
    },
  )

  it('goes on without a file that is left out', async () => {
    const id = await begin()
    const files = [await upload('agents', agents()), await upload('customers', customers('03/04/2026'))]
    const { questions } = await dryRun(id, files)
    await server.ask(all.answerImportDates, { id, upload_id: questions[0]?.id ?? 0, order: 'leave' }, maker)
    await worker.run()
    expect(await caseOf(id)).toMatchObject({ state: 'checked', questions: [], files: [{ noun: 'agents' }] })
  })
})

describe('a job', () => {
  it('that ended its server twice is given up with its reason, and others go on', async () => {
    const [id, other] = [await begin(), await begin()]
    await server.ask(all.checkImport, { id, files: [await upload('markets', marketLines())] }, maker)
    await server.ask(all.checkImport, { id: other, files: [await upload('markets', marketLines())] }, maker)
    // As two servers left it that were ended while they read the file.
    await database.update(imports).set({ attempts: 2, step: 'markets.csv' }).where(eq(imports.id, id))
    await database
      .update(imports)
      .set({ stepsFrom: new Date(server.clock.now().getTime() - 60_000) })
      .where(eq(imports.id, id))
    await worker.run()
    expect(await caseOf(id)).toMatchObject({
      state: 'open',
      progress: null,
      failure:
        'The server ended 2 times while it worked on it at markets.csv. It is not tried again; nothing was changed.',
    })
    expect(await caseOf(other)).toMatchObject({ state: 'checked' })
    // Begun again by an admin it counts from the beginning.
    expect(await dryRun(id, [await upload('markets', marketLines())])).toMatchObject({ state: 'checked' })
  })

  it('is counted before it is begun, and not when the server stops', async () => {
    const id = await begin()
    await server.ask(all.checkImport, { id, files: [await upload('markets', marketLines())] }, maker)
    const attempts = async () =>
      (await database.select().from(imports).where(eq(imports.id, id)))[0]?.attempts
    const stopping = workerOf()
    const stopped = stopping.stop()
    await stopping.run()
    await stopped
    expect(await attempts()).toBe(0)
    await worker.run()
    expect(await attempts()).toBe(1)
    expect(await caseOf(id)).toMatchObject({ state: 'checked' })
  })

  it('resumes what a killed server had read of a file from its beginning', async () => {
    const id = await begin()
    const file = await upload('markets', marketLines(3))
    await server.ask(all.checkImport, { id, files: [file] }, maker)
    const left = {
      importId: id,
      noun: 'markets',
      name: 'markets.csv',
      sha256: 'x',
      bytes: 1,
      rows: 1,
      addedBy: maker.id,
    } as const
    const [half] = await database
      .insert(importFiles)
      .values({ ...left, isReading: true })
      .returning()
    const place = { importId: id, fileId: half?.id ?? 0, noun: 'markets', line: 2 } as const
    await database.insert(importRows).values({ ...place, key: 'x', row: { market: 'x' }, hash: 'x' })
    await database.insert(importFaults).values({ ...place, header: 'Day', reason: 'Half.' })
    expect((await caseOf(id)).files).toEqual([])
    await worker.run()
    expect(await caseOf(id)).toMatchObject({ state: 'checked', faulty: [], files: [{ rows: 3 }] })
    expect(await kept(id)).toEqual([3, 1, 0])
  })

  it.each(['checking', 'releasing'] as const)(
    'that nobody works on is cancelled while it is %s',
    async (state) => {
      const id = await begin()
      if (state === 'checking')
        await server.ask(all.checkImport, { id, files: [await upload('markets', marketLines())] }, maker)
      else {
        await dryRun(id, [await upload('markets', marketLines())])
        await server.ask(all.enterImportTotals, { id, ...zero } as never, maker)
        await beginJob(database, 'releasing', {
          importId: id,
          adminId: checker.id,
          now: server.clock.now(),
          step: waitingStep,
        })
      }
      const reply = await server.ask(all.cancelImport, { id }, checker)
      expect(reply.message).toBe(`Import ${id} is cancelled. What was read is deleted.`)
      await worker.run()
      expect(await caseOf(id)).toMatchObject({ state: 'cancelled', files: expect.any(Array) })
      expect((await kept(id)).slice(0, 1)).toEqual([0])
      const again = await server.ask(all.cancelImport, { id }, checker)
      expect(again.message).toBe(`Import ${id} is cancelled and can’t be cancelled.`)
    },
  )

  it('gives way on a database with one connection, in parts that others come between', async () => {
    const id = await begin()
    const shared = openImportWorker({
      ...services,
      singleConnection: true,
      dataDir: services.config.dataDir,
      log: { info: () => {}, error: () => {} },
    })
    onTestFinished(() => shared.stop())
    await server.ask(all.checkImport, { id, files: [await upload('markets', marketLines(450))] }, maker)
    // A list that another admin reads again and again sees the file grow: no transaction holds it as a whole.
    const seen = new Set<number>()
    let isRead = false
    const reading = (async () => {
      while (!isRead) {
        seen.add(await database.$count(importRows, eq(importRows.importId, id)))
      }
    })()
    await shared.run()
    isRead = true
    await reading
    expect(await caseOf(id)).toMatchObject({ state: 'checked', files: [{ rows: 450 }] })
    expect([...seen].filter((rows) => rows > 0 && rows < 450).length).toBeGreaterThan(1)
  })
})
