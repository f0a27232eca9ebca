/**
 * Files that a power cut does not take: they are on the disk, not only in the system's memory, when these functions resolve.
 */
import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Makes a folder, and those above it, for the server's user alone. */
export async function makeFolder(folder: string) {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = path.resolve(folder); made.length >= first.length; made = path.dirname(made))
    await syncFolder(path.dirname(made))
}

/** Makes a file, readable by the server's user alone. Whole or not there, and false if another one has its name. */
export async function makeFile(file: string, bytes: string | Uint8Array): Promise<boolean> {
  const mine = await writeBeside(file, bytes)
  try {
    await link(mine, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    await rm(mine)
    await syncFolder(path.dirname(file))
  }
}

/** Makes or replaces a file, readable by the server's user alone; never through a symbolic link. Whole, or as it was. */
export async function putFile(file: string, bytes: string | Uint8Array) {
  const mine = await writeBeside(file, bytes)
  await rename(mine, file)
  await syncFolder(path.dirname(file))
}

async function writeBeside(file: string, bytes: string | Uint8Array) {
  const mine = path.join(path.dirname(file), `.${randomUUID()}`)
  await writeFile(mine, bytes, { mode: 0o600, flag: 'wx', flush: true })
  return mine
}

/** The names in a folder: what is new, renamed or removed. Windows has no such call. */
export async function syncFolder(folder: string) {
  if (process.platform !== 'win32') await sync(folder, 'r')
}

/** All that is in a folder. */
export async function syncAll(folder: string) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const name = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await syncFolder(name)
    // Windows syncs only what may be written.
    else if (entry.isFile()) await sync(name, 'r+')
  }
  await syncFolder(folder)
}

async function sync(name: string, flags: string) {
  const handle = await open(name, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
