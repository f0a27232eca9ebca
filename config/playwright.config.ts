import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './browser.mjs'

const report = process.env.E2E_JSON_REPORT

export default defineConfig({
  testDir: '../tests/e2e',
  outputDir: '../test-results',
  tsconfig: '../tsconfig.json',
  // A server, its database and a browser a worker.
  workers: 2,
  // Tests of a file share a server, one worker's: large files are divided, so that both workers end together.
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A long run of walks takes as long as it takes.
  globalTimeout: process.env.WALKS || process.env.LOCK_KILLS ? 0 : 20 * 60_000,
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    browserName: 'chromium',
    // The app's files are fetched and compiled once, not for each test; what a test leaves is cleared by Playwright.
    reuseContext: true,
    headless: true,
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findBrowser(), args: browserFlags },
  },
})
