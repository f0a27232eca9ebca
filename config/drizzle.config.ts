import { defineConfig } from 'drizzle-kit'

// Both paths are relative to the working directory, which is the root of the repository.
export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: [
    'schema',
    'ledgerTables',
    'moneyTables',
    'loanTables',
    'cashTables',
    'collectionTables',
    'messageTables',
    'reversalTables',
    'uploadTables',
    'runTables',
  ].map((file) => `./src/server/db/${file}.ts`),
  out: './src/server/db/migrations',
})
