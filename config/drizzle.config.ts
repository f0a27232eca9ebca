import { defineConfig } from 'drizzle-kit'

// Both paths are read from the folder the command runs in, which is the repo's own.
export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: ['schema', 'ledgerTables', 'moneyTables', 'loanTables', 'activityTables'].map(
    (file) => `./src/server/db/${file}.ts`,
  ),
  out: './src/server/db/migrations',
})
