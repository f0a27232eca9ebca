import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startPgBouncer } from './pgbouncer.mjs'
import { startPostgres } from './postgres.mjs'

/**
 * The long runs and their default number of rounds; `npm test` runs a few rounds of each. `embedded` is the share of the
 * rounds that run on the embedded database as well, `projects` are those of config/vitest.config.ts that run without PostgreSQL,
 * whole or one `file` of them. `embeddedOnly` runs on no other. With `nodes`, so many servers answer in turn; `pooled` ones reach PostgreSQL through PgBouncer.
 */
const soaks = {
  loans: { rounds: 500, file: 'tests/server/loans/loanRace.test.ts' },
  decisions: { rounds: 100, file: 'tests/server/loans/loanModel.test.ts' },
  wallets: { rounds: 500, file: 'tests/server/ledger/walletRace.test.ts' },
  sheets: { rounds: 50, file: 'tests/server/collections/sheetRace.test.ts', embedded: 1 },
  days: { rounds: 200, file: 'tests/server/collections/lateSheet.test.ts' },
  months: { rounds: 20, file: 'tests/server/month/month.test.ts', embedded: 0.2 },
  histories: { rounds: 10_000, file: 'tests/server/ledger/moneyModel.test.ts', embedded: 0.02 },
  trade: { rounds: 10_000, projects: ['unit'], file: 'src/domain/savings/trade.model.test.ts' },
  lived: { rounds: 10_000, file: 'tests/server/trade/histories.test.ts', embedded: 0.02 },
  checkpoints: { rounds: 5, file: 'tests/server/ledger/sinceCheckpoint.test.ts' },
  starts: { rounds: 5, file: 'tests/server/process/startRace.test.ts' },
  connection: { rounds: 500, file: 'tests/server/process/connectionFaults.test.ts' },
  searches: { rounds: 1, file: 'tests/server/lists/searchStrategies' },
  demo: { rounds: 1, file: 'tests/server/demo/demoMoney.test.ts' },
  sorts: { rounds: 1, file: 'tests/server/lists/sorted.test.ts' },
  backup: { rounds: 20, file: 'tests/server/process/backup.test.ts', embedded: 0.2 },
  kill: { rounds: 20, file: 'tests/server/process/killedServer.test.ts', embedded: 1 },
  power: { rounds: 10, file: 'tests/server/process/powerCut', embeddedOnly: true },
  runs: { rounds: 50, file: 'tests/server/runs/killedRun.test.ts', embedded: 0.2 },
  changes: { rounds: 25, file: 'tests/server/runs/killedChanges.test.ts' },
  upgrade: { rounds: 3, file: 'tests/server/process/rollingUpgrade.test.ts' },
  import: { rounds: 20, file: 'tests/server/import/killedRelease.test.ts', embedded: 0.1 },
  embedded: { rounds: 1, projects: ['embedded', 'embedded-alone'] },
  proxies: { rounds: 20, file: 'tests/server/process/proxiedNodes.test.ts' },
  market: { rounds: 5, file: 'tests/server/field/marketDay.test.ts', embedded: 1 },
  nodes: { rounds: 10, file: 'tests/server/process/killedNodes.test.ts' },
  'nodes-server': { rounds: 1, file: 'tests/server/', nodes: 4 },
  'nodes-walks': { rounds: 20, spec: 'walks.spec', variable: 'WALKS', nodes: 4 },
  pgbouncer: { rounds: 1, file: 'tests/server/', pooled: true },
  walks: { rounds: 100, spec: 'walks.spec', variable: 'WALKS' },
  browser: { rounds: 1, spec: 'tests/e2e', variable: 'ROUNDS' },
  slow: { rounds: 2, spec: 'tests/e2e', variable: 'SLOWDOWN' },
  lock: { rounds: 30, spec: 'killedBrowser.spec', variable: 'LOCK_KILLS' },
}

const [name, rounds, seed = '1'] = process.argv.slice(2)
const isCount = (text) => /^[1-9]\d*$/.test(text)
if ((name && !(name in soaks)) || (rounds && !isCount(rounds)) || !isCount(seed)) {
  process.stderr.write(
    `Usage: npm run test:soak [-- ${Object.keys(soaks).join('|')} [rounds [seed]]]\nFor example: npm run test:soak -- wallets 1000\n`,
  )
  process.exit(2)
}

const results = []
for (const [one, soak] of Object.entries(soaks)) {
  if (name && name !== one) continue
  const times = rounds ?? String(soak.rounds)
  if (soak.spec)
    await run(one, ['playwright', 'test', '--config', 'config/playwright.config.ts', soak.spec], {
      [soak.variable]: times,
      SEED: seed,
      ...(soak.nodes && { NODES: String(soak.nodes) }),
    })
  else if (soak.projects)
    await run(one, [...vitest(...soak.projects), soak.file ?? []].flat(), { ROUNDS: times, SEED: seed })
  else await runOnServer(one, soak, times)
}
process.stdout.write('\n')
for (const { what, code, seconds } of results)
  process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'}  ${what.padEnd(22)} ${seconds} s\n`)
const failed = results.filter(({ code }) => code !== 0).length
process.stdout.write(`\n${results.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0

async function runOnServer(one, { file, embedded, embeddedOnly, nodes, pooled }, times) {
  const command = [...vitest('server', 'server-alone'), file]
  if (embedded || embeddedOnly) {
    const some = String(Math.ceil(Number(times) * (embedded ?? 1)))
    await run(`${one}, embedded`, command, { ROUNDS: some, SEED: seed })
  }
  if (embeddedOnly) return
  const { url, stop } = await startPostgres()
  const pooler = pooled ? await startPgBouncer(url) : undefined
  try {
    // The whole suite runs as short as `npm test` does.
    const kind = nodes
      ? { NODES: String(nodes) }
      : pooler
        ? { TEST_POOLER_URL: pooler.url }
        : { ROUNDS: times }
    await run(one, command, { ...kind, SEED: seed, TEST_DATABASE_URL: url })
  } finally {
    await pooler?.stop()
    await stop()
  }
}

function vitest(...projects) {
  const names = projects.flatMap((name) => ['--project', name])
  return ['vitest', 'run', '--config', 'config/vitest.config.ts', ...names]
}

async function run(what, command, env) {
  const length = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  process.stdout.write(`\n=== ${what}: ${length.join(' ')}\n`)
  const { TEST_DATABASE_URL: _database, ...own } = process.env
  const start = performance.now()
  const child = spawn('npx', ['--no-install', ...command], {
    stdio: 'inherit',
    env: { ...own, ...env },
    shell: process.platform === 'win32',
  })
  const [code] = await once(child, 'exit')
  results.push({ what, code: code ?? 1, seconds: ((performance.now() - start) / 1000).toFixed(0) })
}
