import { defineConfig } from 'drizzle-kit'

// Both paths are relative to the working directory, which is the root of the repository.
export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './src/server/db/tables/*.ts',
  out: './src/server/db/migrations',
})
