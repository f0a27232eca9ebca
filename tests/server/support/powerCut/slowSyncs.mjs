/** Preloaded into a server: from the first acknowledged row on, a sync of the log takes long. Each adds a byte to POWER_CUT_LOG. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'

const open = fs.promises.open
fs.promises.open = async (...args) => {
  const handle = await open(...args)
  const datasync = handle.datasync.bind(handle)
  handle.datasync = async () => {
    if (fs.existsSync(process.env.ACKNOWLEDGED)) await wait(250)
    await datasync()
    fs.appendFileSync(process.env.POWER_CUT_LOG, '.')
  }
  return handle
}
syncBuiltinESMExports()
