import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildServer } from '../../config/build.mjs'
import { childProcesses } from '../server/support/childProcesses'
import { seed } from '../server/support/rounds'
import { playMarketDay } from './marketDay'

/**
 * `npm run simulate:field -- --agents 50 --minutes 5 --faults`: a market day on a server of its own. The books are in an embedded
 * database, or in the empty PostgreSQL of DATABASE_URL; with `node config/postgres.mjs --durable -- npm run simulate:field` in one that
 * is made for it. With `--faults` replies get lost, requests come twice or late, apps end, clocks are an hour wrong, devices are
 * shut, and the server is killed twice. `--lines` are the movements of all agents, `--seed` repeats a day's dice. Ends with code 1 if
 * anything differs.
 */
const { values } = parseArgs({
  options: {
    agents: { type: 'string', default: '50' },
    minutes: { type: 'string', default: '5' },
    lines: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(seed) },
    faults: { type: 'boolean', default: false },
  },
})
const [agents = 0, minutes = 0, lines = 0, from = 0] = [
  values.agents,
  values.minutes,
  values.lines,
  values.seed,
].map(Number)
if (![agents, minutes, lines, from].every((one) => one > 0)) {
  process.stderr.write(
    'Usage: npm run simulate:field -- [--agents 50] [--minutes 5] [--lines 10000] [--seed 7] [--faults]\n',
  )
  process.exit(2)
}
const say = (text: string) => process.stdout.write(`${text}\n`)

const url = process.env.DATABASE_URL ?? process.env.TEST_DATABASE_URL
const dataDir = mkdtempSync(path.join(tmpdir(), 'alajo-simulate-'))
process.once('exit', () => {
  for (const child of childProcesses) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const folder = 'dist/simulate'
await buildServer(folder)
say(
  `${url ? 'PostgreSQL' : 'Embedded database'}, ${minutes} min, ${lines} movements${values.faults ? ', faults' : ''}`,
)
const { figures, faults } = await playMarketDay(
  { url, dataDir },
  path.resolve(folder),
  { agents, seconds: minutes * 60, lines, faults: values.faults, seed: from },
  say,
)
say('\n| what | figure |\n|---|---|')
for (const [what, figure] of figures) say(`| ${what} | ${figure} |`)
say(
  `\n${faults.length === 0 ? 'Nothing differs.' : `${faults.length} differences:\n${faults.slice(0, 50).join('\n')}`}`,
)
process.exit(faults.length === 0 ? 0 : 1)
