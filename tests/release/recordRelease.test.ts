import { execFileSync } from 'node:child_process'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { root, temporary } from './npm'

const place = await temporary()
afterAll(place.remove)
const folder = path.join(place.folder, 'clone')
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@alajo.test', ...args], {
    cwd: folder,
    encoding: 'utf8',
  })

it('npm run record-release changes the two files that the server and the tests read', async () => {
  execFileSync('git', ['clone', '--quiet', '--shared', root, folder])
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  for (const file of ['config/recordRelease.ts', 'package.json'])
    await writeFile(path.join(folder, file), await readFile(path.join(root, file)))
  const manifest = path.join(folder, 'package.json')
  const text = await readFile(manifest, 'utf8')
  await writeFile(manifest, text.replace(/"version": "[^"]+"/, '"version": "99.0.0"'))
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Version 99.0.0')
  execFileSync('npm', ['run', '--silent', 'record-release'], { cwd: folder })

  const releases = 'src/server/db/upgrade/releases.json'
  const changed = git('status', '--porcelain', '--untracked-files=all')
    .split('\n')
    .map((line) => line.slice(3))
  expect(changed.filter((file) => file !== '' && file !== 'node_modules').toSorted()).toEqual(
    [releases, 'src/contract/lastRelease/contract.json'].filter((file) => changed.includes(file)).toSorted(),
  )
  const recorded = JSON.parse(await readFile(path.join(folder, releases), 'utf8')) as {
    version: string
    commit: string
  }[]
  expect(recorded.at(-1)).toMatchObject({ version: '99.0.0', commit: git('rev-parse', 'HEAD').trim() })
})
