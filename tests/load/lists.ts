import type { Named, Read } from '#contract/call'
import { allCalls } from '#contract/index'
import { peopleOf } from '../server/support/people'
import { askerOf, type Body } from './ask'
import { openFullData } from './fullData'
import { common, inputOf, searches } from './inputs'
import { endAfter, ownPostgres, say } from './ownPostgres'
import { processorTime } from './processorTime'
import { compareRates } from './rate'
import { startServer } from './ownServer'

/**
 * `npm run load:lists`: every paged list of the contract at full size, on a PostgreSQL of its own: pages, orders and
 * searches, as a table in Markdown; then how many of them took too long, and how the rate of a page compares with pgbench.
 * Connects to this machine only, and ends after an hour at the latest. Making the data takes most of it: where LOAD_DATA
 * names a folder, it stays there for the next run. LOAD_SIZE divides the number of rows, LOAD_ONLY names a call,
 * LOAD_TIME=processor measures processor time instead of elapsed time.
 */
const url = ownPostgres('load:lists')
endAfter(60)
const aimMs = 100
const times = 3
const pageSize = 100

const opened = await openFullData(url)
const { database } = opened
const people = peopleOf(database, () => new Date())
const me = await people.enterAs({ role: 'SuperAdmin' })
const { server, port } = await startServer()

const isOfProcessor = process.env.LOAD_TIME === 'processor'
const timeNow = async () => (isOfProcessor ? processorTime(database, server.pid ?? 0) : performance.now())

const ask = askerOf({ port, token: me.token, timeNow })

type Cell = { first: number; half: number; found: string; what: string }
const slow: string[] = []
let asked = 0
let slowThroughout = 0

/** Times consecutive requests through the server: the first one and the median. */
async function time(call: Named<Read>, what: string, body: Body): Promise<Cell> {
  const taken: number[] = []
  let found = ''
  for (let turn = 0; turn < times; turn += 1) {
    const { ms, message } = await ask(call, body)
    taken.push(ms)
    found = message.replace(/ records? found\./, '').replace('More than ', '> ')
  }
  const [first = 0] = taken
  const half = taken.toSorted((a, b) => a - b)[times >> 1] ?? 0
  asked += 1
  if (half > aimMs) slowThroughout += 1
  if (first > aimMs) slow.push(`${call.name} ${JSON.stringify(body)}: ${first.toFixed(0)} ms (${found})`)
  return { first, half, found, what }
}

const inWords = ({ first, half, found }: Cell) =>
  `${[first, half].map((ms) => (ms > aimMs ? `**${ms.toFixed(0)}**` : ms.toFixed(0))).join(', ')} (${found})`
const slowest = (cells: readonly Cell[]) => cells.toSorted((a, b) => b.first - a.first)[0]

async function rowOf(call: Named<Read>, about: Body): Promise<Cell[][]> {
  const pageOf = (page: number, more: Body = {}) => ({ ...about, ...more, page })
  const { total } = await ask(call, pageOf(1))
  const last = Math.max(1, Math.ceil(total / pageSize))
  const jump = Math.min(50, last)
  const cells = [
    [await time(call, 'first page', pageOf(1))],
    [await time(call, 'next page', pageOf(Math.min(2, last)))],
    [await time(call, 'jump', pageOf(Math.ceil(last / 2)))],
    [await time(call, 'last page', pageOf(last))],
  ]
  const sorted: Cell[] = []
  for (const sort of call.sortable ?? [])
    for (const order of ['asc', 'desc'])
      for (const page of new Set([1, jump, Math.ceil(last / 2), last]))
        sorted.push(await time(call, `${sort} ${order}, page ${page}`, pageOf(page, { sort, order })))
  cells.push(sorted)
  if (!('search' in call.input.entries)) return cells
  const { reference, old } = inputOf(call)
  for (const search of searches) cells.push([await time(call, search, pageOf(1, { search }))])
  cells.push([await time(call, `${common}, page 50`, pageOf(50, { search: common }))])
  for (const search of [reference, old])
    cells.push(search ? [await time(call, search, pageOf(1, { search }))] : [])
  const [sort] = call.sortable?.slice(-1) ?? []
  cells.push([await time(call, `${common} by ${sort}`, pageOf(1, { search: common, sort, order: 'asc' }))])
  const days = { start_date: '2026-03-01', end_date: '2026-03-31' }
  cells.push(
    'start_date' in call.input.entries
      ? [await time(call, 'a month', pageOf(1, { search: common, ...days }))]
      : [],
  )
  return cells
}

const headings = [
  'first page',
  'next',
  'middle',
  'last',
  'slowest of its orders',
  ...searches.map((search) => `'${search}'`),
  `'${common}', page 50`,
  'a reference',
  'many, all old',
  `'${common}', sorted`,
  `'${common}', a month`,
]
say(
  `| ms${isOfProcessor ? ' of the processor' : ''}, first and half (rows found) | ${headings.join(' | ')} |\n|---|${headings.map(() => '---|').join('')}`,
)
const lists = allCalls.filter((call): call is Named<Read> => 'page' in call.input.entries)
for (const call of lists) {
  if (process.env.LOAD_ONLY && !call.name.includes(process.env.LOAD_ONLY)) continue
  const kinds = Object.entries(inputOf(call).about ?? { '': {} })
  for (const [kind, about] of kinds) {
    const cells = await rowOf(call, about as Body)
    const texts = cells.map((some) => {
      const cell = slowest(some)
      if (!cell) return '–'
      return some.length > 1 ? `${inWords(cell)} ${cell.what}` : inWords(cell)
    })
    say(`| ${call.name.split('.')[1]} ${kind} | ${texts.join(' | ')} |`)
  }
}
say(
  `\nOver ${aimMs} ms: ${slow.length} of ${asked} at the first request, ${slowThroughout} in the middle of ${times}.`,
)
for (const one of slow) say(`- ${one}`)
if (!process.env.LOAD_ONLY) {
  const viewers = Array.from({ length: 16 }, () => people.enter('can-view-customer'))
  const tokens = (await Promise.all(viewers)).map(({ token }) => token)
  await compareRates(url, port, tokens)
}
// A single slow request may be due to other load on the machine.
if (slowThroughout > 0) process.exitCode = 1
server.disconnect()
await opened.close()
