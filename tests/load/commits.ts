import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '#server/db/database'
import { endAfter, say } from './ownPostgres'

/**
 * `npm run load:commits`: how many transactions the embedded database commits in a second, one after the other and eight at once, and
 * what they write. On the disk of TMPDIR.
 */
endAfter(10)
const commits = Number(process.env.LOAD_COMMITS ?? 2_000)
const dataDir = mkdtempSync(path.join(tmpdir(), 'alajo-load-'))
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))

const { database, close } = await openDatabase({ dataDir })
await database.$client.query('create table kept (id int primary key, text text not null)')
/** What was written to LOAD_DEVICE, a disk of its own for TMPDIR, such as loop1. */
const device = process.env.LOAD_DEVICE
const bytesNow = () =>
  device ? Number(readFileSync(`/sys/block/${device}/stat`, 'utf8').trim().split(/\s+/)[6]) * 512 : Number.NaN
let next = 0

for (const sides of [1, 8, 1, 8]) {
  const end = next + commits
  const times: number[] = []
  const [from, bytes] = [performance.now(), bytesNow()]
  const add = async () => {
    while (next < end) {
      const id = next++
      const begun = performance.now()
      await database.transaction(async (tx) => {
        await tx.execute(`insert into kept values (${id}, '${'x'.repeat(500)}')`)
        await tx.execute(`update kept set text = text || 'y' where id = ${id}`)
      })
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: sides }, add))
  const seconds = (performance.now() - from) / 1000
  times.sort((a, b) => a - b)
  const [median = 0, slow = 0] = [times[commits >> 1], times[Math.floor(commits * 0.99)]]
  const written = (bytesNow() - bytes) / commits / 1024
  say(
    `${sides} at once: ${Math.round(commits / seconds)} a second, median ${median.toFixed(2)} ms, p99 ${slow.toFixed(2)} ms, ${written.toFixed(1)} KiB each`,
  )
}
await close()
