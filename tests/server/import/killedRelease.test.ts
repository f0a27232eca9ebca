import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import type { ImportNoun } from '#contract/calls/imports'
import { lagosDay } from '#domain/time/lagos'
import type { Database } from '#server/db/database'
import { imports } from '#server/db/tables/imports'
import { accounts } from '#server/db/tables/ledger'
import { adminActivity, customers } from '#server/db/tables/schema'
import { checkImport, enterTotals } from '#server/import/check'
import { beginJob, waitingStep } from '#server/import/jobs'
import { addFile, createImport } from '#server/import/staging'
import { verifyLedger } from '#server/ledger/verify'
import { seedBaseData } from '#server/seedBaseData'
import { peopleOf } from '../support/people'
import { startProcess, startServer } from '../support/processes'
import { report, roundsOf } from '../support/rounds'
import { emptyDatabase, withDatabase } from '../support/testDatabase'

const rounds = roundsOf(1)
const customerCount = 3_000

type Place = Awaited<ReturnType<typeof emptyDatabase>>
const settingsOf = ({ dataDir, url }: Place) => ({ DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }) })

/** An import whose control totals agree, and who releases it. */
const prepare = (place: Place) =>
  withDatabase(place, async (database) => {
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
    return { importId, checker }
  })
type Prepared = Awaited<ReturnType<typeof prepare>>

/** Who releases: the command, or a server that takes up what an admin began; and how it is awaited. */
const ways = {
  command: {
    begin: async () => {},
    start: (place: Place, { importId, checker }: Prepared) =>
      startProcess('importBooks', { ...settingsOf(place), LOG_LEVEL: 'error' }, [
        '--release',
        String(importId),
        '--admin',
        checker.email,
      ]),
    finish: (started: Process) => started.ended,
  },
  server: {
    begin: (place: Place, { importId, checker }: Prepared) =>
      withDatabase(place, (database) =>
        beginJob(database, 'releasing', {
          importId,
          adminId: checker.id,
          now: new Date(),
          step: waitingStep,
        }),
      ),
    start: (place: Place) => startServer(settingsOf(place)),
    finish: async (started: Process) => {
      await started.waitFor(/an import is worked on/)
      started.kill('SIGTERM')
      return started.ended
    },
  },
}
type Process = ReturnType<typeof startProcess>

it.each(['command', 'server'] as const)(
  `a release by the %s that is killed moves in nothing or all, and is released again, ${rounds} rounds`,
  async (by) => {
    const place = await emptyDatabase()
    onTestFinished(() => place.drop())
    const withBooks = <T>(check: (database: Database) => Promise<T>) => withDatabase(place, check)
    const { begin, start, finish } = ways[by]
    const prepared = await prepare(place)
    const { importId } = prepared
    await begin(place, prepared)
    const stateIn = async (database: Database) =>
      (await database.select().from(imports).where(eq(imports.id, importId)))[0]?.state
    const figures = { by, rounds, midway: 0 }
    let state: string | undefined
    for (let round = 0; round < rounds && state !== 'released'; round++) {
      const killed = start(place, prepared)
      await working(place, importId, killed)
      await wait(Math.random() * 600)
      killed.kill('SIGKILL')
      await killed.ended
      state = await withBooks(async (database) => {
        const found = await stateIn(database)
        figures.midway += found === 'releasing' ? 1 : 0
        expect(await database.$count(customers)).toBe(found === 'released' ? customerCount : 0)
        expect((await verifyLedger(database)).faults).toEqual([])
        // After two kills a server gives it up, and an admin begins it again.
        await database.update(imports).set({ attempts: 0 }).where(eq(imports.id, importId))
        return found
      })
    }
    // The database may still be ending what the killed one had begun.
    for (let attempt = 0; state !== 'released'; attempt++) {
      expect(attempt).toBeLessThan(20)
      await finish(start(place, prepared))
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
  600_000 + rounds * 60_000,
)

/** Waits until somebody works on the import, as its lock shows, or has ended; the embedded database can not be read meanwhile. */
async function working(place: Place, importId: number, { ended }: Process) {
  if (!place.url) return wait(4_000)
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  await withDatabase(place, async (database) => {
    while (!hasEnded) {
      const { rows } = await database.execute(
        sql`select from pg_locks where locktype = 'advisory' and classid = 4306 and objid = ${importId}`,
      )
      if (rows.length > 0) return
      await wait(20)
    }
  })
}
