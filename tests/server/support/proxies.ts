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

type ProxyOptions = {
  /** Changes the configuration that is shipped. */
  change?: (config: string) => string
}

/** The program as Debian has it, in front of the servers at `urls`, with the configuration that is shipped. */
export async function startProxy(
  program: (typeof proxyPrograms)[number],
  urls: readonly string[],
  { change = (config) => config }: ProxyOptions = {},
): Promise<string> {
  if (!isInstalled(program)) installDebianPackage(program, program)
  const folder = mkdtempSync(path.join(tmpdir(), `alajo-${program}-`))
  const own = `http://127.0.0.1:${await freePort()}`
  const hosts = urls.map((url) => new URL(url).host)
  const config = path.join(folder, 'config')
  writeFileSync(config, change({ caddy: caddyfile, nginx: nginxConfig }[program](hosts, own)))
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

const caddyfile = (hosts: readonly string[]) =>
  `{\n\tadmin off\n}\n${shipped('Caddyfile').replace(/alajo-1:4300 alajo-2:4300/, hosts.join(' '))}`

const nginxConfig = (hosts: readonly string[], own: string) => `
${isRoot ? 'user root;' : ''}
daemon off;
error_log stderr;
pid nginx.pid;
events {}
http {
access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${kind};`).join('\n')}
upstream servers { ${hosts.map((host) => `server ${host} fail_timeout=1s;`).join(' ')} }
${shipped('nginx.conf')
  .replaceAll(/^\s*listen .*$/gm, '')
  .replace('server_name', `listen ${new URL(own).host};\n\tserver_name`)
  .replace('127.0.0.1:4300', 'servers')}
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
