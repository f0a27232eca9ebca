import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

// Everything `npm test` runs, in order; each step is a script of package.json. A step without a report
// passes or fails as one test. A failing step does not stop the others: one run tells all that is wrong.
const steps = [
  { name: 'types', script: 'typecheck' },
  { name: 'oxlint', script: 'lint:oxlint' },
  { name: 'biome', script: 'lint:biome' },
  { name: 'format', script: 'format:check' },
  { name: 'build', script: 'build' },
  { name: 'unit', script: 'test:unit', report: 'vitest' },
  { name: 'server', script: 'test:server', report: 'vitest' },
  { name: 'server-postgres', script: 'test:server:postgres', report: 'vitest' },
  { name: 'release', script: 'test:release', report: 'vitest' },
  { name: 'e2e', script: 'test:e2e', report: 'playwright' },
  { name: 'firefox', script: 'test:firefox', report: 'vitest' },
]
const minutesForOneStep = 50

const root = fileURLToPath(new URL('..', import.meta.url))
const windows = process.platform === 'win32'

/** @returns {Promise<number>} The exit code. */
async function main(args) {
  const chosen = choose(args)
  if (!chosen) {
    const names = steps.map((step) => step.name).join(',')
    process.stderr.write(`Usage: npm test [-- --only=${names}]\n`)
    return 2
  }
  const reports = mkdtempSync(path.join(tmpdir(), 'alajo-test-'))
  process.once('exit', () => rmSync(reports, { recursive: true, force: true }))
  const results = []
  for (const step of chosen) results.push(await runStep(step, path.join(reports, `${step.name}.json`)))

  say('\n=== Summary')
  for (const one of results) {
    say(`${one.failed ? 'FAILED' : 'passed'}  ${one.name.padEnd(16)} ${countsOf(one).padEnd(34)} ${one.took}`)
  }
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const one of results) for (const key of Object.keys(total)) total[key] += one[key]
  say(`\n${countsOf(total)}`)
  return total.failed > 0 ? 1 : 0
}

function choose(args) {
  if (args.length === 0) return steps
  const only = args.length === 1 ? /^--only=(.+)$/.exec(args[0])?.[1]?.split(',') : undefined
  if (!only?.every((name) => steps.some((step) => step.name === name))) return undefined
  return steps.filter((step) => only.includes(step.name))
}

async function runStep(step, reportFile) {
  say(`\n=== ${step.name}`)
  const start = performance.now()
  const code = await run(step, reportFile)
  const counts = step.report
    ? counted(step.report, reportFile, code)
    : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  const took = `${((performance.now() - start) / 1000).toFixed(1)} s`
  say(`--- ${step.name}: ${countsOf(counts)} in ${took}`)
  return { name: step.name, took, ...counts }
}

async function run(step, reportFile) {
  const env = { ...process.env, E2E_JSON_REPORT: reportFile }
  // A developer's shell may name a database with real money in it: no test may reach it.
  delete env.DATABASE_URL
  delete env.TEST_DATABASE_URL
  if (!process.stdout.isTTY) {
    delete env.FORCE_COLOR
    env.NO_COLOR = '1'
  }
  const more =
    step.report === 'vitest'
      ? ['--', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
      : []
  // A process group of its own, so that a step that hangs is ended with everything it started.
  const child = spawn('npm', ['run', '--silent', step.script, ...more], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: !windows,
    shell: windows,
  })
  const end = (signal) => {
    try {
      if (windows || child.pid === undefined) child.kill(signal)
      else process.kill(-child.pid, signal)
    } catch {
      // It has ended already.
    }
  }
  const limit = setTimeout(() => {
    say(`--- ${step.name}: still running after ${minutesForOneStep} minutes, ended`)
    end('SIGTERM')
  }, minutesForOneStep * 60_000)
  const lastLimit = setTimeout(() => end('SIGKILL'), minutesForOneStep * 60_000 + 20_000)
  const onSignal = (signal) => {
    end(signal)
    process.exit(128 + constants.signals[signal])
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  try {
    const [code] = await once(child, 'exit')
    return code ?? 1
  } catch (error) {
    say(String(error))
    return 1
  } finally {
    clearTimeout(limit)
    clearTimeout(lastLimit)
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

function counted(kind, reportFile, code) {
  let report
  try {
    report = JSON.parse(readFileSync(reportFile, 'utf8'))
  } catch {
    say('The suite ended without a report: counted as one failed.')
    return { passed: 0, failed: 1, skipped: 0 }
  }
  const counts = kind === 'vitest' ? fromVitest(report) : fromPlaywright(report)
  if (counts.passed + counts.failed === 0) {
    say('The suite ran no test: counted as one failed.')
    counts.failed = 1
  } else if (code !== 0 && counts.failed === 0) {
    say('Every test passed, but the suite itself failed: counted as one failed.')
    counts.failed = 1
  }
  return counts
}

function fromVitest(report) {
  // A file that broke outside its tests, while loading or in a hook, has no failed test to be counted by.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

function fromPlaywright({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (errors.length > 0 ? 1 : 0),
    skipped: stats.skipped,
  }
}

function countsOf({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}

function say(line) {
  process.stdout.write(`${line}\n`)
}

process.exitCode = await main(process.argv.slice(2))
