import { fileURLToPath } from 'node:url'

/** Beside this file, and beside the built server (config/build.mjs). */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
