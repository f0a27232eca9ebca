import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { checkBackupSettings, makeBackup } from './folder'

const place = await mkdtemp(path.join(tmpdir(), 'alajo-folder-'))
afterAll(() => rm(place, { recursive: true }))
const passphrase = 'never the same words twice'
const folder = path.join(place, 'backups')
const make = (fault: Error, into = folder) =>
  makeBackup({
    folder: into,
    config: { dataDir: path.join(place, 'data') },
    passphrase,
    now: new Date(),
    archive: async () =>
      (async function* () {
        yield Buffer.alloc(300_000)
        throw fault
      })(),
  })
const fileFault = (code: string, syscall = 'write') => Object.assign(new Error('no'), { code, syscall })
const left = async () => (await readdir(folder)).filter((name) => name !== '.lock')

it.each([
  [fileFault('ENOSPC'), `Backups can’t be written to ${folder}: its disk is full.`],
  [fileFault('EROFS'), `Backups can’t be written to ${folder}: it can only be read.`],
  [fileFault('EIO'), `Backups can’t be written to ${folder}: its disk fails (EIO).`],
  // Of the books, not of the folder.
  [fileFault('ECONNRESET', 'read'), 'no'],
  [new Error('The books could not be read.'), 'The books could not be read.'],
])(
  'a backup that fails leaves no file, and names its own folder if that is at fault: %s',
  async (fault, message) => {
    await expect(make(fault)).rejects.toThrow(message)
    expect(await left()).toEqual([])
  },
)

it('a backup into a place that is no folder names that place', async () => {
  const file = path.join(place, 'a-file')
  await writeFile(file, '')
  for (const into of [file, path.join(file, 'deeper')])
    await expect(make(new Error('not reached'), into)).rejects.toThrow(
      `Backups can’t be written to ${into}: `,
    )
})

it('the settings of backups are checked before there is one to make', async () => {
  const none = {
    passphrase: undefined,
    passphraseFile: undefined,
    folder: undefined,
    everyHours: 6,
    keep: 30,
  }
  const check = (
    settings: Partial<typeof none | { folder: string; passphrase: string; passphraseFile: string }>,
  ) => checkBackupSettings({ backup: { ...none, ...settings } })
  const file = path.join(place, 'short')
  await writeFile(file, 'short\n')
  await check({})
  await check({ folder: path.join(place, 'new', 'folder'), passphrase })
  expect(await readdir(path.join(place, 'new', 'folder'))).toEqual([])
  await expect(check({ passphraseFile: path.join(place, 'nowhere') })).rejects.toThrow(
    `BACKUP_PASSPHRASE_FILE ${path.join(place, 'nowhere')} can’t be read.`,
  )
  await expect(check({ passphraseFile: file })).rejects.toThrow('must have at least 12 characters')
  await expect(check({ passphrase: 'short' })).rejects.toThrow('must have at least 12 characters')
  await expect(check({ folder: file, passphrase })).rejects.toThrow(
    `BACKUP_FOLDER: Backups can’t be written to ${file}: it is a file.`,
  )
})
