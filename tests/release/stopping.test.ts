import { once } from 'node:events'
import { chmod, readdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealBody } from '#transport/bodyCipher'
import { lockDataFolder } from '#server/db/embedded/dataFolder'
import { addressOf } from '../server/support/processes'
import { copyMigrated } from '../server/support/testDatabase'
import { headersOf, post, signIn } from './client'
import { prepareData } from './data'
import { copyRelease, copySources, npm, root, temporary } from './npm'

/** A server stops within 15 seconds, and npm and a loaded machine take theirs; a connection that is kept alive takes 72. */
const limitMs = 60_000
const place = await temporary()
const release = path.join(place.folder, 'release')
const data = path.join(release, 'data')
beforeAll(async () => {
  await copyRelease(release)
  await prepareData(data)
})
afterAll(place.remove)

type Npm = ReturnType<typeof npm>

async function started(args: readonly string[] = ['start']) {
  const server = npm(release, args, { NODE_ENV: 'development' })
  return { server, url: await addressOf(server) }
}

/** Waits until npm and all its processes have ended; returns the milliseconds. */
async function untilGone(server: Npm) {
  const since = performance.now()
  await server.ended
  await expect.poll(() => server.isRunning(), { timeout: limitMs, interval: 50 }).toBe(false)
  return performance.now() - since
}

/** Nothing listens, and the data folder is unlocked. */
async function expectAllReleased(url: string) {
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed')
  ;(await lockDataFolder(data))()
}

/** Sends the head of a change; the server then waits for the body. */
async function startChange(url: string, token: string, name: string) {
  const body = JSON.stringify(sealBody({ name, permission: [] }))
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  let text = ''
  socket.on('data', (more: string) => {
    text += more
  })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const headers = { ...headersOf(token), host: 'x', expect: '100-continue', 'content-length': body.length }
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}\r\n`)
  socket.write(`POST /api/admin/createroles HTTP/1.1\r\n${lines.join('')}\r\n`)
  await expect.poll(() => text, { timeout: limitMs }).toContain('100 Continue')
  return { finish: () => socket.write(body), closed: once(socket, 'close'), text: () => text }
}

async function stopsListening(url: string) {
  const listens = () =>
    fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    )
  await expect.poll(listens, { timeout: limitMs }).toBe(false)
}

describe('npm start', () => {
  it.each(['npm', 'its process group'])(
    'at SIGTERM to %s finishes the change under way and ends all processes',
    async (whom) => {
      const { server, url } = await started()
      const token = await signIn(server, url)
      const name = `Made at ${whom}`
      const change = await startChange(url, token, name)
      if (whom === 'npm') server.kill('SIGTERM')
      else server.killGroup('SIGTERM')
      await stopsListening(url)
      change.finish()
      await change.closed
      expect(change.text()).toMatch(/HTTP\/1\.1 200 [\s\S]+"status":"200"/)
      expect(await untilGone(server)).toBeLessThan(limitMs)
      await expectAllReleased(url)
      expect(server.output.err).not.toContain('Ended')

      const again = await started()
      const roles = await post(again.url, 'getroles', {}, token)
      expect(JSON.stringify(roles.json)).toContain(name)
      again.server.kill('SIGINT')
      expect(await untilGone(again.server)).toBeLessThan(limitMs)
    },
  )

  it('does not wait for a request that never completes', async () => {
    const { server, url } = await started()
    const token = await signIn(server, url)
    const change = await startChange(url, token, 'Never made')
    server.kill('SIGTERM')
    expect(await untilGone(server)).toBeLessThan(limitMs)
    await change.closed
    expect(change.text()).not.toContain('200 OK')
    await expectAllReleased(url)
  })

  it('ends at once at a second SIGTERM', async () => {
    const { server, url } = await started()
    await startChange(url, await signIn(server, url), 'Never made either')
    server.kill('SIGTERM')
    await stopsListening(url)
    // Later than a signal that arrives twice.
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(server.isRunning()).toBe(true)
    server.kill('SIGTERM')
    expect(await untilGone(server)).toBeLessThan(limitMs)
    expect(server.output.err).toContain('Ended at the second signal.')
    await expectAllReleased(url)
  })

  it('ends when npm is killed, and when a shell in between swallows the signal', async () => {
    const shell = path.join(place.folder, 'shell.sh')
    // Without exec: the node process is a child of the shell, which ends at SIGTERM.
    await writeFile(shell, '#!/bin/sh\nset -- $2\nshift\n"$@"\nexit $?\n')
    await chmod(shell, 0o755)
    for (const [args, signal] of [
      [['start'], 'SIGKILL'],
      [[`--script-shell=${shell}`, 'start'], 'SIGTERM'],
    ] as const) {
      const { server, url } = await started(args)
      server.kill(signal)
      expect(await untilGone(server)).toBeLessThan(limitMs)
      await expectAllReleased(url)
    }
  })

  it('ends during a build and leaves no partial build', async () => {
    const sources = path.join(place.folder, 'sources')
    await copySources(sources)
    const server = npm(sources, ['start'])
    await server.waitFor(/Building the portal/)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    server.kill('SIGTERM')
    expect(await untilGone(server)).toBeLessThan(limitMs)
    expect((await readdir(sources)).filter((name) => name.startsWith('dist'))).toEqual([])
  })
})

it('npm run dev ends with its server at SIGTERM', async () => {
  const dataDir = path.join(place.folder, 'dev')
  await copyMigrated(dataDir)
  const server = npm(root, ['run', 'dev'], { DATA_DIR: dataDir, DEMO: 'off' })
  const url = await addressOf(server)
  server.kill('SIGTERM')
  expect(await untilGone(server)).toBeLessThan(limitMs)
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed')
})
