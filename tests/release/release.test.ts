import { cp, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startCollector } from '../server/support/collector'
import { addressOf } from '../server/support/processes'
import { post, signIn } from './client'
import { prepareData } from './data'
import { buildHere, npm, root, temporary } from './npm'

const place = await temporary()
beforeAll(buildHere)
afterAll(place.remove)

const dependenciesOf = async (folder: string): Promise<string[]> =>
  Object.keys(JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')).dependencies)

it('a release depends on exactly the packages that its server imports, or whose files it reads', async () => {
  const folder = path.join(root, 'dist/server')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const code = (await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')))).join('\n')
  const imports = [...code.matchAll(/^(?:import|export) (?:[^;'"]* from )?["']([^."'][^"']*)["']/gm)]
  const read = [...code.matchAll(/\.resolve\(`([^`$]+)\/\$\{/g)]
  const names = [...imports, ...read]
    .map(([, name = '']) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(name)?.[0] ?? '')
    .filter((name) => !name.startsWith('node:'))
  expect([...new Set(names)].toSorted()).toEqual((await dependenciesOf(path.join(root, 'dist'))).toSorted())
})

it('a copied release installs production packages only, starts without building, answers and sends traces', async () => {
  const folder = path.join(place.folder, 'alajo')
  await cp(path.join(root, 'dist'), folder, { recursive: true })
  const install = npm(folder, ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'])
  expect(await install.ended, install.output.err).toBe(0)
  const installed = await readdir(path.join(folder, 'node_modules'))
  for (const name of ['vite', 'react', 'tsx', 'typescript', '@mui']) expect(installed).not.toContain(name)

  // As an operator has them in the environment: there is no .env in a release.
  const { VITE_BODY_KEY, VITE_BODY_IV } = process.env
  await prepareData(path.join(folder, 'data'))
  const collector = await startCollector()
  // Without NODE_ENV it is for production: these keys are everybody's, and the demo's password too.
  const refused = npm(folder, ['start', '--silent'], {
    VITE_BODY_KEY,
    VITE_BODY_IV,
    DATA_DIR: path.join(place.folder, 'none'),
  })
  expect(await refused.ended).toBe(1)
  expect(refused.output.out).toBe('')
  expect(refused.output.err).toContain('VITE_BODY_KEY is the development value')
  expect(refused.output.err).toContain('SMTP_URL is missing')
  const server = npm(folder, ['start'], {
    NODE_ENV: 'development',
    VITE_BODY_KEY,
    VITE_BODY_IV,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  })
  const url = await addressOf(server)
  expect(server.output.out).not.toContain('Building')
  expect(await (await fetch(url, { headers: { accept: 'text/html' } })).text()).toContain('<h1>Sign In</h1>')
  const token = await signIn(server, url)
  const list = await post(url, 'getroles', {}, token)
  expect(list).toMatchObject({ http: 200, json: { status: '200' } })
  expect((list.json as { data: unknown[] }).data.length).toBeGreaterThan(3)
  server.kill('SIGTERM')
  await server.ended
  expect(server.isRunning()).toBe(false)
  // The last ones leave when the server stops.
  expect(collector.received.join()).toContain('"roles.getRoles"')
  collector.stop()
})
