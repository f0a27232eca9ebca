import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { withDatabase } from '../support/testDatabase'
import { Disk } from '../support/powerCut/lostWrites'
import { watch } from '../support/processes'
import { isLong, report, roundsOf } from '../support/rounds'

const folder = await mkdtemp(path.join(tmpdir(), 'alajo-power-'))
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
const log = path.join(folder, 'writes')
const acknowledged = path.join(folder, 'acknowledged')
const support = (file: string) => new URL(`../support/powerCut/${file}`, import.meta.url)

/** Runs support/powerCut/commits.ts with another program loaded before it. */
function addRows(commits: number, dataDir: string, preloaded: string, env: NodeJS.ProcessEnv = {}) {
  return watch(
    spawn(process.execPath, ['--import', 'tsx', fileURLToPath(support('commits.ts'))], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_OPTIONS: `--import=${support(preloaded).href}`,
        DATA_DIR: dataDir,
        COMMITS: String(commits),
        ACKNOWLEDGED: acknowledged,
        POWER_CUT_FOLDER: dataDir,
        POWER_CUT_LOG: log,
        ...env,
      },
    }),
  )
}

type Row = { id: number; at: number }
async function acknowledgedRows(): Promise<Row[]> {
  const text = await readFile(acknowledged, 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as Row)
}

/** The ids of the rows in a database, each of which is whole. Undefined before there is their table. */
const rowsIn = (dataDir: string) =>
  withDatabase({ dataDir }, async ({ $client }) => {
    const { rows: tables } = await $client.query(`select from pg_class where relname = 'kept'`)
    if (tables.length === 0) return new Set<number>()
    // By the table and by its index. Reading a damaged page fails by its checksum.
    const { rows } = await $client.query<{ id: number; end: string }>(
      'select id, right(text, 1) as end from kept',
    )
    for (const { id, end } of rows) if (id % 3 === 0) expect(end).toBe('y')
    await $client.query('set enable_seqscan = off')
    const { rows: indexed } = await $client.query('select id from kept where id >= 0 order by id')
    expect(indexed).toHaveLength(rows.length)
    return new Set(rows.map(({ id }) => id))
  })

const commits = isLong ? 10_000 : 3_000

it(
  `keeps ${commits} acknowledged changes when the power is cut at any moment from the first start on`,
  async () => {
    const dataDir = path.join(folder, 'data')
    const before = path.join(folder, 'before')
    await mkdir(before)
    const adding = addRows(commits, dataDir, 'recordWrites.mjs')
    expect(await adding.ended, adding.output.err).toBe(0)
    const all = await acknowledgedRows()
    expect(all).toHaveLength(commits)
    const { size } = await stat(log)
    const firstAt = all[0]?.at ?? 0
    const cuts = roundsOf(6)
    const figures = { cuts, acknowledged: commits, expected: 0, found: 0 }
    for (let cut = 0; cut < cuts; cut++) {
      // At the end all that a stopped server has, and once in three while the database is made.
      const from = cut % 3 === 0 ? 0 : firstAt
      const until =
        cut === 1 ? size : Math.round(from + Math.random() * ((cut % 3 === 0 ? firstAt : size) - from))
      const place = path.join(folder, `cut-${cut}`)
      const disk = await Disk.of(before)
      disk.replay(log, until)
      disk.writeTo(place, cut % 2 ? 'lost' : 'some')
      const expected = all.filter(({ at }) => at <= until)
      const found = await rowsIn(place)
      expect(
        expected.filter(({ id }) => !found.has(id)),
        `cut at ${until} of ${size}`,
      ).toEqual([])
      figures.expected += expected.length
      figures.found += found.size
      await rm(place, { recursive: true })
    }
    report('power cuts', figures)
  },
  600_000 + roundsOf(6) * 60_000,
)

it('ends, and acknowledges nothing any more, when the disk refuses to sync', async () => {
  const dataDir = path.join(folder, 'refusing')
  await rm(acknowledged, { force: true })
  await writeFile(log, '')
  const fails = path.join(folder, 'fails')
  const adding = addRows(1_000_000, dataDir, 'failSyncs.mjs', { FAIL_SYNCS: fails })
  await expect.poll(() => existsSync(acknowledged)).toBe(true)
  const before = (await acknowledgedRows()).length
  await writeFile(fails, '')
  expect(await adding.ended).toBe(1)
  expect(adding.output.err).toContain('The embedded database can’t write to its disk.')
  const all = await acknowledgedRows()
  expect(all.length).toBeGreaterThanOrEqual(before)
  const found = await rowsIn(dataDir)
  expect(all.filter(({ id }) => !found.has(id))).toEqual([])
})

it('syncs its log once for all changes that wait for it', async () => {
  await rm(acknowledged, { force: true })
  await writeFile(log, '')
  const adding = addRows(80, path.join(folder, 'slow'), 'slowSyncs.mjs')
  expect(await adding.ended, adding.output.err).toBe(0)
  const rows = await acknowledgedRows()
  expect(rows).toHaveLength(80)
  // The log has a byte for each sync. Eight sides write at the same time.
  expect((rows.at(-1)?.at ?? 0) - (rows[0]?.at ?? 0)).toBeLessThan(40)
})
