import { appendFile, cp, readdir, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf } from '../server/support/processes'
import { copyMigrated } from '../server/support/testDatabase'
import { copySources, npm, temporary } from './npm'

const place = await temporary()
const sources = path.join(place.folder, 'sources')
const data = path.join(place.folder, 'data')
const stampOf = (folder: string) => readFile(path.join(folder, 'dist/stamp.json'), 'utf8')
const start = (env: NodeJS.ProcessEnv, folder = sources) =>
  npm(folder, ['start', '--silent'], { DEMO: 'off', DATA_DIR: data, ...env })

beforeAll(async () => {
  await copySources(sources)
  await copyMigrated(data)
  const build = npm(sources, ['run', 'build'], { NODE_ENV: 'development' })
  if ((await build.ended) !== 0) throw new Error(build.output.err)
})
afterAll(place.remove)

// One folder through its builds: each test starts from the build that the test before it left.
describe('a build', { shuffle: false }, () => {
  it('is one for production, whatever NODE_ENV says', async () => {
    const assets = path.join(sources, 'dist/client/assets')
    const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'))
    const code = await Promise.all(scripts.map((name) => readFile(path.join(assets, name), 'utf8')))
    // A development build leaves the registration of the service worker out.
    expect(code.filter((one) => one.includes('/service-worker.js'))).toHaveLength(1)
  })

  it('is not repeated for a copy of the folder', async () => {
    const elsewhere = path.join(place.folder, 'elsewhere')
    await cp(sources, elsewhere, { recursive: true, verbatimSymlinks: true })
    const server = start({}, elsewhere)
    await addressOf(server)
    // Said before anything is read or opened.
    expect(server.output.out).toMatch(/^Starting Alajo …\nOpening the embedded database in /)
    expect(server.output.out).not.toContain('Building')
    server.kill('SIGTERM')
    await server.ended
  })

  it('does not start with an invalid configuration', async () => {
    const before = await stampOf(sources)
    const server = start({ VITE_BODY_KEY: 'short' })
    expect(await server.ended).toBe(1)
    expect(server.output.err).toContain('VITE_BODY_KEY must be 32 bytes long')
    expect(server.output.out).not.toContain('Building')
    expect(await stampOf(sources)).toBe(before)
  })

  it('does not run in production, which says what to do', async () => {
    const server = start({ NODE_ENV: 'production', VITE_BODY_KEY: 'k'.repeat(32) })
    expect(await server.ended).toBe(1)
    expect(server.output.err).toMatch(/^There is no build [^\n]+ Run npm run build [^\n]+\n$/)
  })

  it('does not change what a running server serves', async () => {
    const server = start({})
    const url = await addressOf(server)
    const page = () => fetch(url, { headers: { accept: 'text/html' } }).then((reply) => reply.text())
    const first = await page()
    const [, script = ''] = /src="(\/assets\/index-[^"]+\.js)"/.exec(first) ?? []
    const body = async () => (await fetch(url + script)).text()
    const code = await body()
    const earlier = await readdir(path.join(sources, 'dist/client/assets'))

    const build = npm(sources, ['run', 'build'], { VITE_BODY_KEY: 'k'.repeat(32) })
    expect(await build.ended, build.output.err).toBe(0)
    expect([await page(), await body()]).toEqual([first, code])
    const later = await readdir(path.join(sources, 'dist/client/assets'))
    expect(later.length).toBeGreaterThan(earlier.length)
    expect(earlier.filter((name) => !later.includes(name))).toEqual([])
    server.kill('SIGTERM')
    await server.ended
  })

  it('that fails leaves the existing one', async () => {
    const before = await stampOf(sources)
    const file = path.join(sources, 'src/client/main.tsx')
    await cp(file, `${file}.kept`)
    await appendFile(file, '\nthis is no code\n')
    const build = npm(sources, ['run', 'build'])
    expect(await build.ended).not.toBe(0)
    await rename(`${file}.kept`, file)
    expect(await stampOf(sources)).toBe(before)
    expect((await readdir(sources)).filter((name) => name.startsWith('dist'))).toEqual(['dist'])
  })
})
