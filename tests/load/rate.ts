import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { calls } from '#contract/index'
import { say } from './ownPostgres'

const run = promisify(execFile)
const seconds = 4
/** Alternating rounds, for the speed of a shared machine varies. */
const rounds = 5
/** The first page of customers without session, permission and server. */
const page = `select json_agg(row_to_json(page)) from (
  select c.id, c.id as user_id, c.reference, c.first_name, c.last_name, c.phone_number, c.is_active, c.state,
    c.lga, b.name as agent, a.name as assigned, c.id_card_file is not null as has_idcard, c.user_type,
    c.home_address, c.office_address, c.created_at, c.updated_at, c.first_name || ' ' || c.last_name as name
  from customers c join agents b on b.id = c.agent_id join agents a on a.id = c.assigned_agent_id
  where not c.is_deleted order by c.created_at desc, c.id desc limit 100) page;\n`

/**
 * How many first pages of customers the server answers in a second, to as many admins as there are tokens, and how many
 * the database alone makes. Needs wrk and pgbench (Debian's packages wrk and postgresql).
 */
export async function compareRates(url: string, port: number, tokens: readonly string[]) {
  const loads: Load[] = []
  const benches: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const load = await inFolder((folder) => wrk(folder, port, tokens))
    const bench = await inFolder((folder) => pgbench(folder, url, tokens.length))
    // The first round warms up.
    if (round === 0) continue
    loads.push(load)
    benches.push(bench)
  }
  const rate = mean(loads.map((load) => load.rate))
  const ceiling = mean(benches)
  const [p50, p99] = [mean(loads.map((load) => load.p50)), mean(loads.map((load) => load.p99))]
  say(
    `\n| first page of customers, ${tokens.length} connections, ${rounds} turns of ${seconds} s | a second | p50 ms | p99 ms |\n|---|---|---|---|`,
  )
  say(`| the call: session, permission, page | ${rate.toFixed(0)} | ${p50.toFixed(0)} | ${p99.toFixed(0)} |`)
  say(`| pgbench, the page's JSON made in SQL | ${ceiling.toFixed(0)} | | |`)
  say(`\n${(rate / ceiling).toFixed(2)} of pgbench.`)
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'alajo-load-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Each request uses the next token. */
const roundRobin = (tokens: readonly string[]) => `
wrk.method = "POST"
wrk.body = '{"page":1}'
wrk.headers["content-type"] = "application/json"
wrk.headers["cookie"] = "XSRF-TOKEN=load"
wrk.headers["x-xsrf-token"] = "load"
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

type Load = { rate: number; p50: number; p99: number }

/** Concurrent requests by wrk, which needs as little processor time as pgbench. */
async function wrk(folder: string, port: number, tokens: readonly string[]): Promise<Load> {
  const script = path.join(folder, 'page.lua')
  writeFileSync(script, roundRobin(tokens))
  const options = ['-t', '1', '-c', String(tokens.length), '-d', String(seconds), '--latency', '-s', script]
  const address = `http://127.0.0.1:${port}/api/admin/${calls.customers.getCustomers.path}`
  const { stdout } = await run('wrk', [...options, address])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
  const ms = (part: string) => {
    const [, value, unit] = new RegExp(`${part}%\\s+([\\d.]+)(us|ms|s)`).exec(stdout) ?? []
    return Number(value) * (unit === 's' ? 1000 : unit === 'us' ? 0.001 : 1)
  }
  return { rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]), p50: ms('50'), p99: ms('99') }
}

async function pgbench(folder: string, url: string, connections: number): Promise<number> {
  const script = path.join(folder, 'page.sql')
  writeFileSync(script, page)
  const options = ['-n', '-M', 'prepared', '-c', String(connections), '-j', '2', '-T', String(seconds)]
  const { stdout } = await run(pgbenchFile(), [...options, '-f', script, url])
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
}

function pgbenchFile() {
  const home = '/usr/lib/postgresql'
  const versions = existsSync(home)
    ? readdirSync(home).map((one) => path.join(home, one, 'bin', 'pgbench'))
    : []
  return versions.find((file) => existsSync(file)) ?? 'pgbench'
}
