import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import type { ImportNoun } from '#contract/calls/imports'
import { lagosDay } from '#domain/time/lagos'
import type { Database } from '#server/db/database'
import { imports } from '#server/db/tables/imports'
import { accounts } from '#server/db/tables/ledger'
import { adminActivity, customers } from '#server/db/tables/schema'
import { checkImport, enterTotals } from '#server/import/check'
import { addFile, createImport } from '#server/import/staging'
import { verifyLedger } from '#server/ledger/verify'
import { seedBaseData } from '#server/seedBaseData'
import { peopleOf } from '../support/people'
import { startProcess } from '../support/processes'
import { report, roundsOf } from '../support/rounds'
import { emptyDatabase, withDatabase } from '../support/testDatabase'

const rounds = roundsOf(1)
const customerCount = 3_000
const place = await emptyDatabase()
afterAll(() => place.drop())

const withBooks = <T>(look: (database: Database) => Promise<T>) => withDatabase(place, look)

/** An import whose control totals agree, and who releases it. */
const prepare = () =>
  withBooks(async (database) => {
    await seedBaseData(database)
    const now = new Date()
    const people = peopleOf(database, () => now)
    const [maker, checker] = [
      await people.makeAdmin(),
      await people.makeAdmin({ permissions: ['can-import'] }),
    ]
    const importId = await createImport(database, { adminId: maker.id, cutOverDay: lagosDay(now), now })
    const add = async (noun: ImportNoun, lines: string[]) => {
      const file = path.join(place.dataDir, `${noun}.csv`)
      await writeFile(file, lines.join('\n'))
      const added = { importId, noun, path: file, name: `${noun}.csv`, adminId: maker.id, now }
      expect(await addFile(database, added)).toMatchObject({ refused: 0 })
    }
    await add('agents', ['Agent,First Name,Last Name,Phone,Email', 'A-1,Bola,Ade,08031230001,bola@x.example'])
    const numbers = Array.from({ length: customerCount }, (_, n) => String(n).padStart(4, '0'))
    await add('customers', [
      'Customer,First Name,Last Name,Phone,Agent,Wallet Balance',
      ...numbers.map((n) => `C-${n},Ada,Obi,0803124${n},A-1,10.00`),
    ])
    const { totals } = await database.transaction((tx) => checkImport(tx, importId))
    expect(await database.transaction((tx) => enterTotals(tx, importId, totals))).toEqual([])
    return { importId, email: checker.email }
  })

it(
  `a release that is killed moves in nothing or all, and can be released again, ${rounds} rounds`,
  async () => {
    const { importId, email } = await prepare()
    const release = () =>
      startProcess(
        'importBooks',
        { DATA_DIR: place.dataDir, LOG_LEVEL: 'error', ...(place.url && { DATABASE_URL: place.url }) },
        ['--release', String(importId), '--admin', email],
      )
    const stateIn = async (database: Database) =>
      (await database.select().from(imports).where(eq(imports.id, importId)))[0]?.state
    const figures = { rounds, midway: 0 }
    let state: string | undefined
    for (let round = 0; round < rounds && state !== 'released'; round++) {
      const killed = release()
      await withReleasing(place.url ? stateIn : undefined)
      await wait(Math.random() * 600)
      killed.kill('SIGKILL')
      await killed.ended
      state = await withBooks(async (database) => {
        const found = await stateIn(database)
        figures.midway += found === 'releasing' ? 1 : 0
        expect(await database.$count(customers)).toBe(found === 'released' ? customerCount : 0)
        expect((await verifyLedger(database)).faults).toEqual([])
        return found
      })
    }
    // The database may still be ending what the killed one had begun.
    for (let attempt = 0; state !== 'released'; attempt++) {
      expect(attempt).toBeLessThan(20)
      await release().ended
      state = await withBooks(stateIn)
      await wait(200)
    }
    await withBooks(async (database) => {
      expect(await database.$count(customers)).toBe(customerCount)
      const [opening] = await database.select().from(accounts).where(eq(accounts.name, 'OPENING'))
      expect(opening?.balance).toBe(-customerCount * 1_000)
      expect((await verifyLedger(database)).faults).toEqual([])
      const log = await database
        .select({ subject: adminActivity.subject, status: adminActivity.status })
        .from(adminActivity)
        .where(eq(adminActivity.action, 'commands.releaseImport'))
      expect(log).toEqual([{ subject: `import ${importId}`, status: 'success' }])
    })
    report('killed while an import is released', figures)
  },
  120_000 + rounds * 30_000,
)

/** Waits until the release has begun; the embedded database can not be read meanwhile. */
async function withReleasing(stateIn: ((database: Database) => Promise<string | undefined>) | undefined) {
  if (!stateIn) return wait(2_000)
  await withBooks(async (database) => {
    while ((await stateIn(database)) === 'ready') await wait(20)
  })
}
