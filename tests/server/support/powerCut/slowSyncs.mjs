/** Preloaded into a server: a disk that takes as long as a hard disk for each sync, which are counted in the file SYNCS. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'

const open = fs.promises.open
fs.promises.open = async (...args) => {
  const handle = await open(...args)
  const datasync = handle.datasync.bind(handle)
  handle.datasync = async () => {
    await wait(10)
    await datasync()
    fs.appendFileSync(process.env.SYNCS, '.')
  }
  return handle
}
syncBuiltinESMExports()
