import { defineConfig } from '@playwright/test'
import { browserFlags, findHeadlessBrowser } from './browser.mjs'

const report = process.env.E2E_JSON_REPORT

export default defineConfig({
  testDir: '../tests/e2e',
  outputDir: '../test-results',
  tsconfig: '../tsconfig.json',
  globalSetup: '../tests/e2e/support/globalSetup.ts',
  // Each worker has a server, a database and a browser. Three keep two cores busy while one waits.
  workers: 3,
  // Splits large files between the workers, so that both finish at about the same time.
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Soak runs have no time limit.
  globalTimeout: process.env.WALKS || process.env.LOCK_KILLS ? 0 : 45 * 60_000,
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    browserName: 'chromium',
    // The app's files are fetched and compiled once, not for each test; Playwright clears the state between tests.
    reuseContext: true,
    headless: true,
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findHeadlessBrowser(), args: browserFlags },
  },
})
