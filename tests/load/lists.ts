import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '#server/db/database'
import { layFoundation } from '#server/db/foundation'
import { peopleOf } from '../server/people'
import { howMany, howManyOfTheirs, makeMillion, makeTheirs } from './million'
import { endAfter, ownPostgres, say } from './ownPostgres'
import { startServer } from './ownServer'

/**
 * `npm run load:lists`: the list of customers with a million rows, on a PostgreSQL of its own. Talks to this machine
 * alone, and ends after ten minutes whatever happens. Needs wrk and pgbench (Debian's packages wrk and postgresql).
 */
const url = ownPostgres('load:lists')
endAfter(10)
const connections = 16
const seconds = 4
/** In turns, for a machine that others use too is not as fast in one moment as in the next. */
const rounds = 5
const lastPage = howMany / 100

const opened = await openDatabase({ url, dataDir: '' })
await layFoundation(opened.database)
await makeMillion(opened.database)
const people = peopleOf(opened.database, () => new Date())
/** Everybody signed in for himself. */
const viewers: { id: number; token: string }[] = []
for (let one = 0; one < connections; one += 1)
  viewers.push(await people.enter('can-view-customer', 'can-view-guarantor'))
const tokens = viewers.map(({ token }) => token)
await makeTheirs(opened.database, viewers[0]?.id ?? 0)

const { server, port } = await startServer()
const addressOf = (path: string) => `http://127.0.0.1:${port}/api/admin/${path}`
/** As a browser sends them that has been here before. */
const headers = {
  'content-type': 'application/json',
  logintoken: tokens[0] ?? '',
  cookie: 'XSRF-TOKEN=load',
  'x-xsrf-token': 'load',
}

/** Each request comes from the next of those who are signed in. */
const byTurns = `
local requests, at = {}, 0
function init()
  for token in ("${tokens.join(' ')}"):gmatch("%S+") do
    wrk.headers["logintoken"] = token
    requests[#requests + 1] = wrk.format()
  end
end
function request()
  at = at % #requests + 1
  return requests[at]
end`

type Body = { page: number; search?: string }
async function ask(body: Body, path = 'getcustomers') {
  const start = performance.now()
  const reply = await fetch(addressOf(path), { method: 'POST', headers, body: JSON.stringify(body) })
  const { status, data } = (await reply.json()) as {
    status: string
    data: { total: number; data: unknown[] }
  }
  if (status !== '200') throw new Error(`The server answered ${status}.`)
  return { ms: performance.now() - start, total: data.total, rows: data.data.length }
}

/** Asked one after the other: what somebody waits, the reply's way through the server included. */
async function time(what: string, bodies: readonly Body[], path?: string) {
  const times = []
  let found = ''
  for (const body of bodies) {
    const { ms, total, rows } = await ask(body, path)
    times.push(ms)
    found = `${rows} of ${total}`
  }
  // Of a search that finds too many it is remembered that it does: the first one tells what somebody waits who asks anew.
  const first = times[0] ?? 0
  times.sort((a, b) => a - b)
  const half = times[times.length >> 1] ?? 0
  const most = times.at(-1) ?? 0
  say(`| ${what} | ${found} | ${[first, half, most].map((ms) => ms.toFixed(1)).join(' | ')} |`)
}
const again = (body: Body) => Array.from({ length: 15 }, () => body)
const from = (first: number, step: number) =>
  Array.from({ length: 15 }, (_, at) => ({ page: first + at * step }))

await Promise.all(again({ page: 1 }).map((body) => ask(body)))
say('| customers, one request at a time | rows | ms, first | ms, half | ms, most |\n|---|---|---|---|---|')
await time('first page', again({ page: 1 }))
for (const search of ['Ngozi', 'Ngozi Oka', 'Ade', 'Kemi Babalola', '55512', 'CU-654321', 'Zebulon', 'Ng'])
  await time(`search '${search}'`, again({ page: 1, search }))
await time("search 'Ade', page 50", again({ page: 50, search: 'Ade' }))
await time('jump to a page near the start', from(20, 13))
await time('jump to the middle', from(lastPage / 2 - 20, 3))
await time('jump to three quarters', from(lastPage * 0.75, 3))
await time('jump to the last pages', from(lastPage - 30, 2))
await ask({ page: 10 })
await time('paging on from page 10', from(11, 1))
await ask({ page: 4900 })
await time('paging on from page 4900', from(4901, 1))
for (const path of ['getguarantor', 'customerrescheduled']) {
  say(`\n| ${path}, of ${howManyOfTheirs} | rows | ms, first | ms, half | ms, most |\n|---|---|---|---|---|`)
  await time('first page', again({ page: 1 }), path)
  for (const search of ['Ngozi', 'Kemi Babalola', 'Ade', 'Ng', '0803', 'RA-2106', 'Zebulon'])
    await time(`search '${search}'`, again({ page: 1, search }), path)
  await time("search 'Ade', page 50", again({ page: 50, search: 'Ade' }), path)
  await time('jump', from(20, 5), path)
  if (path === 'getguarantor') await time('jump to the middle', from(howManyOfTheirs / 200 - 20, 3), path)
}

const loads: Awaited<ReturnType<typeof wrk>>[] = []
const benches: number[] = []
for (let round = 0; round <= rounds; round += 1) {
  const [load, bench] = [await wrk(), await pgbench()]
  // The first one is for the program to warm up.
  if (round === 0) continue
  loads.push(load)
  benches.push(bench)
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const rate = mean(loads.map((load) => load.rate))
const ceiling = mean(benches)
say(
  `\n| first page, ${connections} connections, ${rounds} turns of ${seconds} s | a second | p50 ms | p99 ms |\n|---|---|---|---|`,
)
say(
  `| the call: session, permission, page | ${rate.toFixed(0)} | ${mean(loads.map(({ p50 }) => p50)).toFixed(0)} | ${mean(loads.map(({ p99 }) => p99)).toFixed(0)} |`,
)
say(`| pgbench, the page's JSON made in SQL | ${ceiling.toFixed(0)} | | |`)
say(`\n${(rate / ceiling).toFixed(2)} of pgbench.`)
server.disconnect()
await opened.close()

/** Many at once, by a client that needs as little of the two processors as pgbench does. */
async function wrk(): Promise<{ rate: number; p50: number; p99: number }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'alajo-load-'))
  const script = path.join(folder, 'page.lua')
  const fields = Object.entries(headers).map(([name, value]) => `wrk.headers["${name}"] = "${value}"`)
  writeFileSync(script, ['wrk.method = "POST"', `wrk.body = '{"page":1}'`, ...fields, byTurns].join('\n'))
  const options = ['-t', '1', '-c', String(connections), '-d', String(seconds), '--latency', '-s', script]
  try {
    const { stdout } = await promisify(execFile)('wrk', [...options, addressOf('getcustomers')])
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
    const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1])
    const ms = (part: string) => {
      const [, value, unit] = new RegExp(`${part}%\\s+([\\d.]+)(us|ms|s)`).exec(stdout) ?? []
      return Number(value) * (unit === 's' ? 1000 : unit === 'us' ? 0.001 : 1)
    }
    return { rate: number(/Requests\/sec:\s+([\d.]+)/), p50: ms('50'), p99: ms('99') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What the database alone can give: the same page, without session, permission and server. */
async function pgbench(): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'alajo-load-'))
  const script = path.join(folder, 'page.sql')
  writeFileSync(
    script,
    `select json_agg(row_to_json(page)) from (
      select c.id, c.id as user_id, c.reference, c.first_name, c.last_name, c.phone_number, c.is_active, c.state,
        c.lga, b.name as agent, a.name as assigned, c.id_card_file is not null as has_idcard, c.user_type,
        c.home_address, c.office_address, c.created_at, c.updated_at, c.first_name || ' ' || c.last_name as name
      from customers c join agents b on b.id = c.agent_id join agents a on a.id = c.assigned_agent_id
      where not c.is_deleted order by c.created_at desc, c.id desc limit 100) page;\n`,
  )
  const options = ['-n', '-M', 'prepared', '-c', String(connections), '-j', '2', '-T', String(seconds)]
  try {
    const { stdout } = await promisify(execFile)(pgbenchFile(), [...options, '-f', script, url])
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function pgbenchFile() {
  const home = '/usr/lib/postgresql'
  const versions = existsSync(home)
    ? readdirSync(home).map((one) => path.join(home, one, 'bin', 'pgbench'))
    : []
  return versions.find((file) => existsSync(file)) ?? 'pgbench'
}
