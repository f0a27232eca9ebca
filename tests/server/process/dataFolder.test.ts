import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FolderInUse, lockDataFolder } from '#server/db/embedded/dataFolder'
import { addressOf, expectReady, startProcess, startServer } from '../support/processes'
import { copyMigrated } from '../support/testDatabase'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'alajo-folder-'))
})
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const inUse = () =>
  `Another Alajo server is using the data folder ${folder}. Stop it first, or choose another folder with DATA_DIR.`

it('a second server on one data folder is refused, and the first keeps running', async () => {
  await copyMigrated(folder)
  const first = startServer({ DATA_DIR: folder })
  await addressOf(first)
  for (const program of ['main', 'createSuperadmin'] as const) {
    const person = { NAME: 'Ada Obi', EMAIL: 'ada@alajo.test', PHONE: '08030000000' }
    const second = startProcess(program, { DATA_DIR: folder, ...person })
    expect(await second.ended).toBe(1)
    expect(second.output).toEqual({
      out: program === 'main' ? `Opening the embedded database in ${folder} …\n` : '',
      err: `${inUse()}\n`,
    })
  }
  await expect(lockDataFolder(folder)).rejects.toThrow(new FolderInUse(inUse()))
  await expectReady(first)
  first.kill('SIGTERM')
  await first.ended
})

it('a killed server leaves no lock', async () => {
  await copyMigrated(folder)
  const first = startServer({ DATA_DIR: folder })
  await addressOf(first)
  first.kill('SIGKILL')
  await first.ended
  const second = startServer({ DATA_DIR: folder })
  await expectReady(second)
  second.kill('SIGTERM')
  await second.ended
})

it('a lock excludes the same process too until it is released', async () => {
  const unlock = await lockDataFolder(folder)
  await expect(lockDataFolder(folder)).rejects.toThrow(FolderInUse)
  unlock()
  ;(await lockDataFolder(folder))()
})

it.skipIf(process.platform === 'win32')(
  'a data folder that it creates is readable by this user only',
  async () => {
    const made = path.join(folder, 'deep', 'data')
    ;(await lockDataFolder(made))()
    expect((await stat(made)).mode & 0o777).toBe(0o700)
  },
)
