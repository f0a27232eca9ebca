import { writeFileSync } from 'node:fs'
import { openRows, type ReadRow, type Wanted } from './readRows'
import { TableFault } from './tableRow'
import type { Message } from './readTable'

/**
 * Reads one file in a process of its own and writes what it finds as lines of JSON. The server reads them when it has room, so that
 * this one waits.
 */
const rowsAtOnce = 200
const charactersAtOnce = 200_000

/** Of all processes this one is ended first where memory runs out; where that can't be said, it is not. */
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {}
// Without the server nobody wants its rows.
process.stdin.resume().once('end', () => process.exit(1))
process.stdout.once('error', () => process.exit(1))

const send = (message: Message) =>
  new Promise<void>((resolve) => {
    process.stdout.write(`${JSON.stringify(message)}\n`, () => resolve())
  })

const [path = '', wanted = '{}'] = process.argv.slice(2)
try {
  const { rows, close, ...opened } = await openRows(path, JSON.parse(wanted) as Wanted)
  await send({ opened })
  let part: ReadRow[] = []
  let size = 0
  if (!opened.question)
    for await (const row of rows()) {
      part.push(row)
      size += JSON.stringify(row).length
      if (part.length < rowsAtOnce && size < charactersAtOnce) continue
      await send({ rows: part })
      part = []
      size = 0
    }
  await send({ rows: part })
  await send({ isDone: true })
  close()
} catch (error) {
  if (!(error instanceof TableFault)) throw error
  await send({ fault: error.message })
}
process.exit(0)
