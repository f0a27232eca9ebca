import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { tableLimits } from './limits'
import type { Opened, ReadRow, Wanted } from './readRows'
import { TableFault } from './tableRow'

/** What the process that reads says, a line each. */
export type Message = { opened: Opened } | { rows: ReadRow[] } | { fault: string } | { isDone: true }
export type Table = Opened & { rows: AsyncGenerator<ReadRow[]>; close: () => void }

const memoryFault =
  'Reading it took more memory than a table needs. Save it as CSV, or split it. Nothing of it was read.'

/**
 * Opens a file that somebody sent, in a process with a memory and a time of its own, which ends with the reading: no file ends
 * the server. Throws a `TableFault`.
 */
export async function openTable(path: string, { limits = tableLimits, ...wanted }: Wanted): Promise<Table> {
  const child = startReader(path, { ...wanted, limits })
  const messages = messagesOf(child, limits.seconds)
  const close = () => void child.kill('SIGKILL')
  try {
    const { value } = await messages.next()
    if (!value || !('opened' in value)) throw new Error('A table was not opened.')
    return { ...value.opened, rows: rowsOf(messages), close }
  } catch (error) {
    close()
    throw error
  }
}

async function* rowsOf(messages: AsyncGenerator<Message, void, void>): AsyncGenerator<ReadRow[]> {
  for await (const message of messages) if ('rows' in message) yield message.rows
}

function startReader(path: string, wanted: Wanted): ChildProcess {
  const fromSource = import.meta.url.endsWith('.ts')
  const program = fileURLToPath(
    new URL(fromSource ? './tableReader.ts' : './tableReader.js', import.meta.url),
  )
  const loader = fromSource ? ['--import', import.meta.resolve('tsx')] : []
  const memory = `--max-old-space-size=${wanted.limits?.memoryMB ?? tableLimits.memoryMB}`
  // What it needs to run, and none of the server's secrets.
  const env = Object.fromEntries(
    ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP'].map((name) => [name, process.env[name]]),
  )
  const child = spawn(process.execPath, [memory, ...loader, program, path, JSON.stringify(wanted)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env,
    windowsHide: true,
  })
  // That it can't be started shows as its end; it reads nothing from here, but ends with the server.
  child.once('error', () => {})
  child.stdin?.once('error', () => {})
  return child
}

/** How Node ends for want of memory, or the system for it. */
const outOfMemory = new Set<unknown>(['SIGABRT', 'SIGKILL', 'SIGTRAP', 134])

async function endOf(child: ChildProcess): Promise<Error> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close').catch(() => {})
  return outOfMemory.has(child.signalCode) || outOfMemory.has(child.exitCode)
    ? new TableFault(memoryFault)
    : new Error('The process that reads tables failed.')
}

/** Counts the time in which the server waits, not that in which it writes rows. */
async function* messagesOf(child: ChildProcess, seconds: number): AsyncGenerator<Message, void, void> {
  const lines = linesOf(child)
  let leftMs = seconds * 1_000
  let isDone = false
  let isLate = false
  try {
    while (!isDone) {
      const begun = performance.now()
      const late = setTimeout(() => {
        isLate = true
        child.kill('SIGKILL')
      }, leftMs)
      const { value, done } = await lines.next().finally(() => clearTimeout(late))
      leftMs -= performance.now() - begun
      if (isLate)
        throw new TableFault(`Reading it takes more than ${seconds} seconds. Save it as CSV, or split it.`)
      if (done) throw await endOf(child)
      const message = JSON.parse(value) as Message
      if ('fault' in message) throw new TableFault(message.fault)
      isDone = 'isDone' in message
      if (!isDone) yield message
    }
  } finally {
    child.kill('SIGKILL')
  }
}

async function* linesOf({ stdout }: ChildProcess): AsyncGenerator<string, undefined, void> {
  let rest = ''
  stdout?.setEncoding('utf8')
  for await (const text of (stdout ?? []) as AsyncIterable<string>) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  return undefined
}
