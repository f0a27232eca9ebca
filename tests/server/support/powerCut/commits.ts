import { appendFileSync, statSync } from 'node:fs'
import { openDatabase } from '#server/db/database'

/**
 * Opens the embedded database of DATA_DIR and adds COMMITS rows from several sides at once, with checkpoints, vacuum and new tables in
 * between. Writes each row that is acknowledged to ACKNOWLEDGED, with the length of the log of writes then.
 */
const { DATA_DIR = '', COMMITS = '', ACKNOWLEDGED = '', POWER_CUT_LOG = '' } = process.env
const sides = 8
const commits = Number(COMMITS)

const { database, close } = await openDatabase({ dataDir: DATA_DIR })
const { $client } = database
await $client.query('create table kept (id int primary key, text text not null)')

let next = 0
async function add() {
  while (next < commits) {
    const id = next++
    const text = 'x'.repeat(id % 100 === 0 ? 200_000 : Math.random() * 2_000)
    if (id % 3 === 0)
      await database.transaction(async (tx) => {
        await tx.execute(`insert into kept values (${id}, '${text}')`)
        await tx.execute(`update kept set text = text || 'y' where id = ${id}`)
      })
    else await $client.query('insert into kept values ($1, $2)', [id, text])
    appendFileSync(ACKNOWLEDGED, `${JSON.stringify({ id, at: statSync(POWER_CUT_LOG).size })}\n`)
    if (id % 200 === 50) await $client.query('checkpoint')
    if (id % 400 === 150) await $client.query('vacuum (analyze) kept')
    if (id % 500 === 250) await $client.query(`create table more_${id} as select * from kept limit 100`)
    if (id % 500 === 400) await $client.query(`drop table if exists more_${id - 150}`)
  }
}
await Promise.all(Array.from({ length: sides }, add))
await close()
