import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Each file starts a whole server; an embedded database takes seconds and hundreds of megabytes. */
const server = {
  environment: 'node',
  pool: 'forks',
  maxWorkers: 2,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  setupFiles: 'tests/server/support/endProcesses.ts',
} as const
/** They put something of their own in a module's place. */
const alone = ['tests/server/**/*.alone.test.ts']
/** The lock of the folder that an embedded database lies in: the same whatever PostgreSQL stands beside it. */
const embeddedOnly = ['tests/server/process/dataFolder.test.ts']

// The import aliases are those of tsconfig.json: one table for the compiler, the build and the tests.
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  resolve: { tsconfigPaths: true },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
        },
      },
      {
        extends: true,
        test: {
          ...server,
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: [...alone, ...(process.env.TEST_DATABASE_URL ? embeddedOnly : [])],
          // The server's modules are read once a worker, not once a file: half the time of the suite.
          isolate: false,
        },
      },
      { extends: true, test: { ...server, name: 'server-alone', include: alone } },
      {
        extends: true,
        // Builds, installs and processes under npm: minutes on a busy machine.
        test: {
          ...server,
          name: 'release',
          include: ['tests/release/**/*.test.ts'],
          maxWorkers: 1,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        // One browser and one server for a story whose steps follow each other.
        test: {
          name: 'firefox',
          environment: 'node',
          pool: 'forks',
          include: ['tests/firefox/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
