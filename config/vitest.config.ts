import { playwright } from '@vitest/browser-playwright'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { isLong } from '../tests/server/support/rounds.ts'
import { browserFlags, findHeadlessBrowser } from './browser.mjs'
import { SlowFirst } from './slowFirst.ts'

/** Each file starts a whole server; an embedded database takes seconds and hundreds of megabytes. */
const server = {
  environment: 'node',
  pool: 'forks',
  // Three keep two cores busy while one waits for the database or the clock.
  maxWorkers: 3,
  // Ends hangs only: a loaded machine takes minutes for what takes ten seconds elsewhere.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  setupFiles: 'tests/server/support/endProcesses.ts',
} as const
/** Beside the browsers. */
const embedded = { ...server, maxWorkers: 1 } as const
/** Tests that mock a module need a worker of their own. */
const alone = ['tests/server/**/*.alone.test.ts']
const embeddedAlone = ['diskFull', 'csv'].map((name) => `tests/server/**/${name}.alone.test.ts`)
/** A file of each noun, and what is the same SQL on both databases, for a long run on the embedded one. */
const longEmbedded = [
  'admins/adminsList',
  'agents/agentsChange',
  'customers/customersReassign',
  'files/fileReplies',
  'guarantors/guarantors',
  'ledger/checkpoints',
  'loans/loanApprovals',
  'markets/markets',
  'requests/requests',
  'savings/savingChanges',
  'views/views',
  'withdrawals/withdrawals',
]
/**
 * `npm test` runs every file on PostgreSQL, and these on the embedded database too: those that depend on the driver, on
 * locks, on its worker and files, the ledger, and each call once (declaredRecords). The project `server` runs any file on
 * either database.
 */
const alsoEmbedded = [
  'tests/server/process/**',
  'tests/server/idempotency/**',
  'tests/server/field/**',
  ...[
    'audit/auditChain',
    'collections/sheetRace',
    'history/history',
    'http/declaredRecords',
    'ledger/ledger',
    'ledger/ledgerModel',
    'lists/exports',
    'lists/foldText',
    'lists/pages',
    'messages/messageWorker',
    'session/signIn',
    ...(isLong ? longEmbedded : []),
  ].map((name) => `tests/server/${name}.test.ts`),
]
/**
 * The same on both databases: reasons for not starting, steps of upgrades, the rotation of keys, the demo at the first start, which
 * the story in Firefox makes on the embedded one, backups, each of which is restored into an embedded database (`npm run test:soak
 * -- backup` makes them of both), and what migrations change. Only on PostgreSQL: several servers, and partitions. A long run
 * refuses demo data on both.
 */
const postgresOnly = [
  'starting',
  'upgradeSteps',
  'identityKeys',
  'demoStart',
  'backup',
  'startRace',
  'schemaChanges',
  'rollingUpgrade',
  'partitionPostings',
  'replica',
  'killedNodes',
  'databaseClock',
  'proxies',
  'valuesInLogs',
  'databaseSettings',
  'proxiedNodes',
  ...(isLong ? [] : ['demoRefused']),
].map((name) => `tests/server/process/${name}.test.ts`)
/** The lock on the embedded database's folder, its upkeep, and what a power cut leaves of it. */
const embeddedOnly = ['dataFolder', 'embeddedVacuum', 'powerCut', 'powerCutDisk'].map(
  (name) => `tests/server/process/${name}.test.ts`,
)

// The import aliases are those of tsconfig.json: one table for the compiler, the build and the tests.
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  resolve: { tsconfigPaths: true },
  test: {
    // Ends hangs only, as the tests' own limit.
    expect: { poll: { timeout: 120_000 } },
    // A random order has its own sequencer.
    sequence: process.argv.includes('--sequence.shuffle.files') ? {} : { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Ten thousand schedules take a slow machine longer than the usual five seconds.
          testTimeout: 60_000,
          environment: 'node',
          pool: 'forks',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
          setupFiles: 'tests/restoreGlobals.ts',
          isolate: false,
        },
      },
      {
        extends: true,
        // A package that is found while tests run would reload their page: each run finds all of them before its first test.
        optimizeDeps: { force: true },
        test: {
          name: 'components',
          include: ['tests/components/**/*.test.tsx'],
          setupFiles: 'tests/components/setup.ts',
          // They end hangs only: a test takes a tenth of a second, or five with twenty processes beside it.
          testTimeout: 90_000,
          expect: { poll: { timeout: 30_000 } },
          // One page for all files: modules are loaded once, and the page that is tested has the focus.
          isolate: false,
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              launchOptions: {
                args: browserFlags,
                // Only when the browser starts: the other projects need none.
                get executablePath() {
                  return findHeadlessBrowser()
                },
              },
              contextOptions: { locale: 'en-NG', timezoneId: 'Africa/Lagos', reducedMotion: 'reduce' },
            }),
          },
        },
      },
      {
        extends: true,
        test: {
          ...server,
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: [...alone, ...(process.env.TEST_DATABASE_URL ? embeddedOnly : [])],
          globalSetup: 'tests/server/support/buildServer.ts',
          // Loads the server's modules once per worker, not once per file, which halves the duration.
          isolate: false,
        },
      },
      { extends: true, test: { ...server, name: 'server-alone', include: alone } },
      {
        extends: true,
        test: {
          ...embedded,
          name: 'embedded',
          include: alsoEmbedded,
          exclude: [...alone, ...postgresOnly],
          globalSetup: 'tests/server/support/buildServer.ts',
          isolate: false,
        },
      },
      { extends: true, test: { ...embedded, name: 'embedded-alone', include: embeddedAlone } },
      {
        extends: true,
        // Builds, installs and npm processes take minutes on a busy machine.
        test: {
          ...server,
          name: 'release',
          include: ['tests/release/**/*.test.ts'],
          // Beside the browsers.
          maxWorkers: 1,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        // One browser and one server for a sequence of dependent steps.
        test: {
          name: 'firefox',
          environment: 'node',
          pool: 'forks',
          include: ['tests/firefox/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 400_000,
        },
      },
    ],
  },
})
