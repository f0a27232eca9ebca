import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, vi } from 'vitest'
import { installDebianPackage, isRoot } from '../../../config/debian.mjs'
import { freePort } from '../../../config/postgres.mjs'
import { childProcesses } from './childProcesses'

const shipped = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../deploy/${name}`, import.meta.url)), 'utf8')

export const proxyPrograms = ['caddy', 'nginx'] as const

/** The program as Debian has it, in front of the server at `url`, with the configuration that is shipped. */
export async function startProxy(program: (typeof proxyPrograms)[number], url: string): Promise<string> {
  if (!isInstalled(program)) installDebianPackage(program, program)
  const folder = mkdtempSync(path.join(tmpdir(), `alajo-${program}-`))
  const own = `http://127.0.0.1:${await freePort()}`
  const { host } = new URL(url)
  const config = path.join(folder, 'config')
  writeFileSync(config, { caddy: caddyfile, nginx: nginxConfig }[program](host, own))
  const args = {
    caddy: ['run', '--adapter', 'caddyfile', '--config', config],
    nginx: ['-p', folder, '-c', config],
  }[program]
  const child = spawn(program, args, {
    env: {
      PATH: `${process.env.PATH}:/usr/sbin`,
      PORTAL_HOST: own,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  childProcesses.add(child)
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-5_000)
  })
  const ended = once(child, 'exit').then(() => childProcesses.delete(child))
  afterAll(async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  const isUp = () => fetch(`${own}/healthz`).then(({ ok }) => ok)
  await vi.waitFor(async () => expect(await isUp(), log).toBe(true), 120_000)
  return own
}

const caddyfile = (host: string) =>
  `{\n\tadmin off\n}\n${shipped('Caddyfile').replaceAll(/alajo-\d:4300/g, host)}`

const nginxConfig = (host: string, own: string) => `
${isRoot ? 'user root;' : ''}
daemon off;
error_log stderr;
pid nginx.pid;
events {}
http {
access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${kind};`).join('\n')}
${shipped('nginx.conf')
  .replaceAll(/^\s*listen .*$/gm, '')
  .replace('server_name', `listen ${new URL(own).host};\n\tserver_name`)
  .replace('127.0.0.1:4300', host)}
}
`

function isInstalled(program: string) {
  try {
    execFileSync('sh', ['-c', `PATH="$PATH:/usr/sbin" command -v ${program}`])
    return true
  } catch {
    return false
  }
}
