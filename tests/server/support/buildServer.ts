import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built server. */
    builtServer: string
  }
}

/**
 * Builds the server once per run: a build takes half a second, and a server starts from it in a third of the time that it
 * needs from source.
 */
export default async function buildForTests(project: TestProject) {
  // Here, so that the built server finds its packages.
  const cache = fileURLToPath(new URL('../../../node_modules/.cache/alajo-tests', import.meta.url))
  await mkdir(cache, { recursive: true })
  const place = await mkdtemp(path.join(cache, 'built-'))
  const folder = path.join(place, 'server')
  const { buildServer } = await import('../../../config/build.mjs')
  await buildServer(folder)
  project.provide('builtServer', folder)
  return () => rm(place, { recursive: true, force: true, maxRetries: 5 })
}
