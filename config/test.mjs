import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { changedServerTests } from './changedTests.mjs'

const vitest = (...projects) => [
  'vitest',
  'run',
  '--config',
  'config/vitest.config.ts',
  ...projects.flatMap((name) => ['--project', name]),
]
const onPostgres = ['node', 'config/postgres.mjs', '--', 'npx', '--no-install']

const besideBrowsers = { group: 'browser', lane: 'beside', report: 'vitest' }

const script = (name) => ['npm', 'run', '--silent', name]

/**
 * Everything `npm test` runs. A step without a report passes or fails as one test; a failing step does not stop the
 * others. Steps of one group run at the same time, except those of one lane, which run one after the other; the groups run
 * in this order.
 */
const steps = [
  { name: 'types', group: 'static', command: script('typecheck') },
  { name: 'lint', group: 'static', command: script('lint') },
  { name: 'format', group: 'static', command: script('format:check') },
  { name: 'build', group: 'static', command: script('build') },
  { name: 'unit', group: 'static', command: vitest('unit'), report: 'vitest' },
  {
    name: 'components',
    group: 'static',
    lane: 'unit',
    command: vitest('components'),
    report: 'vitest',
  },
  {
    name: 'e2e',
    group: 'browser',
    command: ['playwright', 'test', '--config', 'config/playwright.config.ts'],
    report: 'playwright',
  },
  // The browsers wait for half of the time: one of these steps at a time fills it. The last one has workers enough to do so alone.
  { name: 'server-embedded', ...besideBrowsers, command: vitest('embedded', 'embedded-alone') },
  { name: 'firefox', ...besideBrowsers, command: vitest('firefox') },
  { name: 'release', ...besideBrowsers, command: vitest('release') },
  {
    name: 'server',
    ...besideBrowsers,
    command: [...onPostgres, ...vitest('server', 'server-alone')],
  },
]
const quickSteps = ['types', 'lint', 'format', 'unit', 'components']
const minutesForOneStep = 75

const root = fileURLToPath(new URL('..', import.meta.url))
if (hasSpaceInMemory()) process.env.TMPDIR = '/dev/shm'
const windows = process.platform === 'win32'

/** Whether Linux's file system in memory can hold the tests' databases and browser profiles: on a disk they take longer. */
function hasSpaceInMemory() {
  if (process.platform !== 'linux' || process.env.TMPDIR) return false
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    // A release that is installed there loads native modules.
    const isExecutable = !/ \/dev\/shm \S+ \S*noexec/.test(readFileSync('/proc/mounts', 'utf8'))
    return isExecutable && bavail * bsize > 6 * 2 ** 30
  } catch {
    return false
  }
}

/** @returns {Promise<number>} The exit code. */
async function main(args) {
  const order = choose(args)
  if (!order) {
    const names = steps.map((step) => step.name).join(',')
    process.stderr.write(`Usage: npm test [-- --only=${names} --seed=1], or npm run test:quick\n`)
    return 2
  }
  const { chosen, seed } = order
  const reports = mkdtempSync(path.join(tmpdir(), 'alajo-test-'))
  process.once('exit', () => rmSync(reports, { recursive: true, force: true }))
  const reportOf = (step) => path.join(reports, `${step.name}.json`)
  const start = performance.now()
  const results = []
  for (const group of new Set(chosen.map((step) => step.group))) {
    const together = chosen.filter((step) => step.group === group)
    const options = { seed, collectOutput: together.length > 1 }
    const laneOf = ({ lane, name }) => lane ?? name
    const runLane = async (lane) => {
      for (const step of together.filter((one) => laneOf(one) === lane))
        results.push(await runStep(step, reportOf(step), options))
    }
    await Promise.all([...new Set(together.map(laneOf))].map(runLane))
  }

  print('\n=== Summary')
  for (const one of results) {
    print(
      `${one.failed ? 'FAILED' : 'passed'}  ${one.name.padEnd(16)} ${countsOf(one).padEnd(34)} ${one.duration}`,
    )
  }
  for (const { failures } of results)
    for (const one of failures) print(`\n${one.title}\n${beginningOf(one.message)}`)
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const one of results) for (const key of Object.keys(total)) total[key] += one[key]
  print(`All steps: ${secondsSince(start)}`)
  print(`\n${countsOf(total)}`)
  return total.failed > 0 ? 1 : 0
}

/** The steps to run, and the seed of their random order, if any; undefined for wrong arguments. */
function choose(args) {
  const options = { quick: { type: 'boolean' }, only: { type: 'string' }, seed: { type: 'string' } }
  let values
  try {
    ;({ values } = parseArgs({ args, options }))
  } catch {
    return undefined
  }
  const { quick, only, seed } = values
  if (seed !== undefined && !/^[1-9]\d{0,8}$/.test(seed)) return undefined
  if (quick) {
    const chosen = [...steps.filter((step) => quickSteps.includes(step.name)), ...changedServerStep()]
    return { chosen, seed }
  }
  const names = only?.split(',')
  if (names && !names.every((name) => steps.some((step) => step.name === name))) return undefined
  return { chosen: steps.filter((step) => !names || names.includes(step.name)), seed }
}

/** The server tests of the files changed on this branch, on PostgreSQL; none if no server file changed. */
function changedServerStep() {
  const files = changedServerTests()
  print(files.length > 0 ? `Server tests of changed files: ${files.join(', ')}` : 'No server file changed.')
  const command = [...onPostgres, ...vitest('server', 'server-alone'), ...files]
  return files.length > 0 ? [{ name: 'server-changed', group: 'server', command, report: 'vitest' }] : []
}

/** The output of a step that is not alone is printed when it ends. */
async function runStep(step, reportFile, { seed, collectOutput }) {
  const start = performance.now()
  if (!collectOutput) print(`\n=== ${step.name}`)
  const { code, output } = await run(step, reportFile, { seed, collectOutput })
  if (collectOutput) print(`\n=== ${step.name}\n${output.trimEnd()}`)
  const counts = step.report
    ? countTests(step.report, reportFile, code)
    : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, failures: [] }
  const duration = secondsSince(start)
  print(`--- ${step.name}: ${countsOf(counts)} in ${duration}`)
  return { name: step.name, duration, ...counts }
}

async function run(step, reportFile, { seed, collectOutput }) {
  const env = { ...process.env, E2E_JSON_REPORT: reportFile, ...(seed && { E2E_SEED: seed }) }
  // A developer's shell may point to a production database: no test may reach it.
  delete env.DATABASE_URL
  delete env.TEST_DATABASE_URL
  if (!process.stdout.isTTY) {
    delete env.FORCE_COLOR
    env.NO_COLOR = '1'
  }
  const command =
    step.report === 'vitest'
      ? [
          ...step.command,
          ...(seed
            ? ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${seed}`]
            : []),
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${reportFile}`,
        ]
      : step.command
  const [program, ...args] = ['node', 'npm'].includes(command[0])
    ? command
    : ['npx', '--no-install', ...command]
  // A separate process group, so that a step that hangs is ended with all its child processes.
  const child = spawn(program, args, {
    cwd: root,
    env,
    stdio: collectOutput ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    detached: !windows,
    shell: windows,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  const end = (signal) => {
    try {
      if (windows || child.pid === undefined) child.kill(signal)
      else process.kill(-child.pid, signal)
    } catch {
      // The process has already ended.
    }
  }
  const limit = setTimeout(() => {
    print(`--- ${step.name}: still running after ${minutesForOneStep} minutes, ended`)
    end('SIGTERM')
  }, minutesForOneStep * 60_000)
  const killLimit = setTimeout(() => end('SIGKILL'), minutesForOneStep * 60_000 + 20_000)
  const onSignal = (signal) => {
    end(signal)
    process.exit(128 + constants.signals[signal])
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  try {
    const [code] = await once(child, 'close')
    return { code: code ?? 1, output }
  } catch (error) {
    print(String(error))
    return { code: 1, output }
  } finally {
    clearTimeout(limit)
    clearTimeout(killLimit)
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

function countTests(kind, reportFile, code) {
  let report
  try {
    report = JSON.parse(readFileSync(reportFile, 'utf8'))
  } catch {
    print('The suite ended without a report: counted as one failed.')
    return { passed: 0, failed: 1, skipped: 0, failures: [] }
  }
  const counts = kind === 'vitest' ? fromVitest(report) : fromPlaywright(report)
  if (counts.passed + counts.failed === 0) {
    print('The suite ran no test: counted as one failed.')
    counts.failed = 1
  } else if (code !== 0 && counts.failed === 0) {
    print('Every test passed, but the suite itself failed: counted as one failed.')
    counts.failed = 1
  }
  return counts
}

function fromVitest(report) {
  // A file that fails outside its tests, while loading or in a hook, has no failed test to count.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap((file) => [
      ...(broken.includes(file) ? [{ title: path.relative(root, file.name), message: file.message }] : []),
      ...file.assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => ({
          title: `${path.relative(root, file.name)}: ${test.fullName}`,
          message: test.failureMessages.join('\n'),
        })),
    ]),
  }
}

/** A test that passed on its second attempt has passed, and is listed with its first failure. */
function fromPlaywright({ stats, errors, suites }) {
  const specsIn = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsIn)]
  const failures = suites.flatMap(specsIn).flatMap(({ title, file, line, ok, tests }) => {
    const messages = tests.flatMap((test) => test.results.flatMap((result) => result.errors))
    const heading = `${file}:${line}: ${title}${ok ? ' (PASSED ON ITS SECOND ATTEMPT)' : ''}`
    return messages.length > 0 || !ok
      ? [{ title: heading, message: messages.map(({ message }) => message).join('\n') }]
      : []
  })
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (errors.length > 0 ? 1 : 0),
    skipped: stats.skipped,
    failures,
  }
}

/** The first lines of an error, without colours: enough to see what failed where only the end of a log is kept. */
const beginningOf = (message) => stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n')

function countsOf({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}

function secondsSince(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`
}

function print(line) {
  process.stdout.write(`${line}\n`)
}

process.exitCode = await main(process.argv.slice(2))
