/** Preloaded into a server: from the moment that the file FAIL_SYNCS exists, the disk of the embedded database syncs nothing. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

for (const one of ['fsyncSync', 'fdatasyncSync']) {
  const sync = fs[one]
  fs[one] = (file) => {
    if (fs.existsSync(process.env.FAIL_SYNCS))
      throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
    sync(file)
  }
}
syncBuiltinESMExports()
