import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NamedWrite } from '#contract/call'
import type { ImportNoun } from '#contract/calls/imports'
import { allCalls } from '#contract/index'
import { headingLine } from '#domain/import/template'
import { lagosDay } from '#domain/time/lagos'
import { imports } from '#server/db/tables/imports'
import { customers } from '#server/db/tables/schema'
import { checkImport, enterTotals } from '#server/import/check'
import { beginJob, runRelease } from '#server/import/jobs'
import { releaseImport } from '#server/import/release'
import { addFile, createImport } from '#server/import/staging'
import { undoImport } from '#server/import/undo'
import { verifyLedger } from '#server/ledger/verify'
import { storedTotal } from '#server/lists/lists'
import { changerOf } from '../support/changes'
import { manyCalls, openServer, type TestServer } from '../support/harness'
import { loanFixturesOf } from '../loans/loanFixtures'
import { onPostgres } from '../support/testDatabase'

const changes = allCalls.filter((call): call is NamedWrite => call.kind === 'write')

// A change that waits for a lock fails after a second.
const env = { ALLOW_SAME_APPROVER: 'true', DATABASE_LOCK_SECONDS: '1' }

/** An import that can be released, of each noun; without balances of wallets if they are to move on before it is undone. */
async function ready({ database, services, makeAdmin }: TestServer, { wallets }: { wallets: boolean }) {
  const now = services.now()
  const [maker, checker] = [await makeAdmin(), await makeAdmin()]
  const importId = await createImport(database, { adminId: maker.id, cutOverDay: lagosDay(now), now })
  const rows: [ImportNoun, string][] = [
    ['agents', 'A-1,Bola,Ade,08039000001,bola@x.example,Ogun,Abeokuta South,,,Active,10.50'],
    ['savingTypes', 'Thrift,Daily,0,100,Contribution,,Month,,First,Carry On,Active'],
    ['loanTypes', 'Trader,For stock,10,5,3,Yes,Yes,Yes,Active,,,,,,,,,,,'],
    ['fees', 'Insurance,Loan,Trader,Kept Back,,1.5,Active'],
    ['customers', 'C-1,Ada,Obi,08059000001,1 Market Road,,Ogun,Abeokuta South,A-1,2025-02-01,Active,100.25'],
    ['savings', 'S-1,C-1,Thrift,,500,Daily,365,2026-02-01,,,,,,,,,500,500,"1,000.50"'],
    ['loans', 'L-1,C-1,Trader,"100,000",2026-01-15,Weekly,,Stock,,'],
    ['instalments', 'L-1,2027-09-01,"1,100.25",0'],
    ['guarantors', 'C-1,L-1,Uche,Eze,08069000001,1 Main Road,'],
    ...(wallets ? [['wallets', 'Main,1000'] as [ImportNoun, string]] : []),
  ]
  for (const [noun, row] of rows) {
    const file = path.join(services.config.dataDir, `${noun}.csv`)
    await writeFile(file, `${headingLine(noun)}${row}\r\n`)
    const added = { importId, noun, path: file, name: `${noun}.csv`, adminId: maker.id, now }
    expect(await addFile(database, added), noun).toMatchObject({ rows: 1, refused: 0 })
  }
  const { totals, faults } = await database.transaction((tx) => checkImport(tx, importId))
  expect(faults).toBe(0)
  await database.transaction((tx) => enterTotals(tx, importId, totals))
  return { importId, adminId: checker.id, now }
}

/** An import that is being undone, after it was released. */
async function undoing(server: TestServer) {
  const job = await ready(server, { wallets: false })
  const where = { database: server.database, singleConnection: false }
  await runRelease(where, { ...job, allowSameAdmin: false })
  await beginJob(server.database, 'undoing', job)
  return job
}

const stateIn = async ({ database }: TestServer, importId: number) =>
  (await database.select().from(imports).where(eq(imports.id, importId)))[0]?.state

/** An import takes minutes, in one transaction. The embedded database has one connection, on which others wait. */
describe.runIf(onPostgres).each([
  { during: 'releasing', act: releaseImport, after: 'released' },
  { during: 'undoing', act: undoImport, after: 'undone' },
] as const)('while an import is $during', async ({ during, act, after }) => {
  const server = await openServer({ env, limits: manyCalls })
  const { database } = server
  const { bodyOf, signedIn } = await changerOf(server)
  let importId = 0
  let goOn = () => {}
  let ended: Promise<void> | undefined

  // Held where it has done all but what the rest of the business shares.
  beforeAll(async () => {
    const job = await (during === 'undoing' ? undoing(server) : ready(server, { wallets: true }))
    if (during === 'releasing') await beginJob(database, during, job)
    importId = job.importId
    const going = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await new Promise<void>((isHeld, fail) => {
      const onProgress = async ({ step }: { step: string }) => {
        if (step !== 'verifying') return
        isHeld()
        await going
      }
      ended = database.transaction((tx) => act(tx, { ...job, onProgress }))
      ended.catch(fail)
    })
  })

  it.each(changes)('$name does not wait', async (call) => {
    const reply = await server.ask(call, await bodyOf(call), await signedIn())
    expect(reply.status, reply.text).toBe('200')
  })

  afterAll(async () => {
    goOn()
    await ended
    expect(await stateIn(server, importId)).toBe(after)
    const { rows } = await database.execute(sql`select
          ${storedTotal('customers')} = (select count(*) from customers where not is_deleted) as customers,
          ${storedTotal('guarantors')} = (select count(*) from guarantors) as guarantors`)
    expect(rows).toEqual([{ customers: true, guarantors: true }])
    expect((await verifyLedger(database)).faults).toEqual([])
  })
})

type Fixtures = Awaited<ReturnType<typeof loanFixturesOf>>
type Owner = typeof customers.$inferSelect

describe
  .runIf(onPostgres)
  .each<[string, (on: Fixtures, customer: Owner, server: TestServer) => Promise<unknown>]>([
    ['a customer was registered with', (_on, { agentId }, server) => server.makeCustomer(agentId)],
    ['a savings wallet was opened for', (on, customer) => on.makeSaving(customer)],
    ['a loan was applied for by', (on, customer) => on.apply(customer)],
  ])('if %s what an import moved in while it is undone', async (reason, act) => {
  const server = await openServer()
  const fixtures = await loanFixturesOf(server)
  const job = await undoing(server)

  it('the import stays', async () => {
    const [customer] = await server.database.select().from(customers).where(eq(customers.lastName, 'Obi'))
    if (!customer) throw new Error('No customer was moved in.')
    let isMade = false
    const onProgress = async ({ step }: { step: string }) => {
      if (step !== 'undoing' || isMade) return
      await act(fixtures, customer, server)
      isMade = true
    }
    const undone = server.database.transaction((tx) => undoImport(tx, { ...job, onProgress }))
    await expect(undone).rejects.toThrow(reason)
    expect(isMade).toBe(true)
    expect(await stateIn(server, job.importId)).toBe('undoing')
  })
})
