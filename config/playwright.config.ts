import { readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { seededRandom } from '../tests/e2e/support/random'
import { isLong } from '../tests/server/support/rounds'
import { browserFlags, findBrowser, findHeadlessBrowser } from './browser.mjs'

const report = process.env.E2E_JSON_REPORT
const testDir = fileURLToPath(new URL('../tests/e2e', import.meta.url))

/** They write the screenshots of the README (`npm run screenshots`), and measure (`npm run measure`, `npm run load:sheet`). */
const ignored = [
  ...(process.env.SCREENSHOTS ? [] : ['**/screenshots.spec.ts']),
  ...(process.env.MEASURE ? [] : ['**/*.measure.spec.ts']),
]

/** Tests that only a long run makes (`npm run test:soak -- browser`). */
const long = /@long/

/** Five random groups of files in random order. Playwright itself has only the order of names. */
function randomGroups(seed: number) {
  const random = seededRandom(seed)
  const files = readdirSync(testDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.spec.ts'),
  )
  const shuffled = files
    .toSorted((a, b) => a.localeCompare(b))
    .map((file) => ({ file, at: random.upTo(1e9) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ file }) => path.join(testDir, file))
  return Array.from({ length: 5 }, (_, group) => ({
    name: `group ${group + 1}`,
    testMatch: shuffled.filter((_file, at) => at % 5 === group),
  }))
}
const seed = process.env.E2E_SEED
/** Files with a server of their own, and so a worker of their own: they start first, else one would run alone at the end. */
const withOwnServer = ['customers/registration', 'dashboard/firstSteps', 'imports/imports'].map((name) =>
  path.join(testDir, `${name}.spec.ts`),
)
const ownServersFirst = [
  { name: 'own server', testMatch: withOwnServer },
  { name: 'shared server', testIgnore: [...ignored, ...withOwnServer] },
]

const executablePath = findHeadlessBrowser()
// Some tests need a whole Chromium: it is installed before the first test starts.
findBrowser()

export default defineConfig({
  testDir,
  testIgnore: ignored,
  ...(isLong ? {} : { grepInvert: long }),
  projects: seed ? randomGroups(Number(seed)) : ownServersFirst,
  outputDir: '../test-results',
  tsconfig: '../tsconfig.json',
  globalSetup: '../tests/e2e/support/globalSetup.ts',
  // Each worker has a server, a database and a browser, which keep two cores busy: more would only make each other wait.
  workers: 2,
  // Splits large files between the workers, so that both finish at about the same time.
  fullyParallel: true,
  // CI names what passed on its second attempt only (config/test.mjs).
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  // Long enough for a slow machine: they end tests that hang, and say nothing about speed.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  // Soak runs have no time limit.
  globalTimeout:
    isLong || process.env.WALKS || process.env.LOCK_KILLS || process.env.SLOWDOWN ? 0 : 70 * 60_000,
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    browserName: 'chromium',
    // The app's files are fetched and compiled once, not for each test; Playwright clears the state between tests.
    reuseContext: true,
    headless: true,
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args: browserFlags },
  },
})
