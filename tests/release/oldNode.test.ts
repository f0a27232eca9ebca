import { readFile } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { watch } from '../server/support/processes'
import { buildHere, root } from './npm'

beforeAll(buildHere)

/** What each command of package.json starts, and what it imports before it asks for the version. */
const programs = [
  'config/start.mjs',
  'config/buildRelease.mjs',
  'dist/server/main.js',
  'dist/server/backup.js',
]

it.each([...programs, 'config/checkNode.mjs', 'dist/server/checkNode.mjs'])(
  '%s can be read by Node 12',
  async (file) => {
    const code = await readFile(path.join(root, file), 'utf8')
    // Modules of Node 12: no optional chaining, no assignment by ??=, no await at the top, no names with node:.
    expect(code).not.toMatch(/\?\.|\?\?|^await |\bawait import|node:[a-z]+'/m)
    const imports = [...code.matchAll(/^import (?:.* from )?['"](.+)['"]/gm)].map(([, name]) => name)
    expect(imports).toEqual(file.includes('checkNode') ? [] : ['./checkNode.mjs'])
  },
)

it.each(programs)('%s says in one sentence that this Node is too old', async (file) => {
  const older = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.3' } })`
  const started = watch(
    spawn(process.execPath, ['--import', older, path.join(root, file)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  expect(await started.ended).toBe(1)
  expect(started.output).toEqual({
    out: '',
    err: 'Alajo needs Node 20.19 or newer, and this is Node 20.18.3: install a newer one.\n',
  })
})

it('asks for the version that package.json names', async () => {
  const { engines } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    engines: { node: string }
  }
  expect(engines.node).toBe('>=20.19')
})
