import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { RunKindName } from '#contract/calls/closing'
import { maxPayouts } from '#contract/calls/payouts'
import { calls } from '#contract/index'
import { openDatabase } from '#server/db/database'
import { verifyLedger } from '#server/ledger/verify'
import { seedBaseData } from '#server/seedBaseData'
import { peopleOf } from '../server/support/people'
import { askerOf, type Body } from './ask'
import { latencies, percentile, postRun, type Step } from './meanwhile'
import { endAfter, ownPostgres, say } from './ownPostgres'
import { startServer } from './ownServer'
import { processorTime } from './processorTime'
import { cycleWallets, lastDay, makeTrade } from './tradeData'

/**
 * `npm run load:trade`: the lists of the trade's products, the end of a month and a payout of 500 wallets, with 200,000 wallets with
 * commissions by cycle and 50,000 with a charge a month, and how long the lists of others take meanwhile. At the end verify-ledger reads the
 * books. LOAD_SIZE divides the wallets, LOAD_ONLY names 'lists', 'month' or 'payouts', LOAD_TIME=processor measures the lists' processor time.
 */
const url = ownPostgres('load:trade')
endAfter(60)
const aims = { list: 100, month: 300, payout: 10, others: 3 }
const idleSeconds = 15
const isMeasured = (name: string) => (process.env.LOAD_ONLY ?? name) === name

const { database, close } = await openDatabase({ url, dataDir: '' })
await seedBaseData(database)
const wallets = cycleWallets / Number(process.env.LOAD_SIZE ?? 1)
await makeTrade(database, wallets)
const people = peopleOf(database, () => new Date())
const [me, second] = [
  await people.enterAs({ role: 'SuperAdmin' }),
  await people.enterAs({ role: 'SuperAdmin' }),
]
const { server, port } = await startServer()
const ask = askerOf({ port, token: me.token })
const others: Step[] = [
  [calls.customers.getCustomers, { page: 1 }],
  [calls.savings.getSavingPortfolio, { page: 1 }],
  [calls.payouts.getPayouts, { page: 1 }],
]
const missed: string[] = []
/** A figure, which is noted where it is above its limit. */
function within(what: string, value: number, most: number, digits = 0) {
  const text = value.toFixed(digits)
  if (value <= most) return text
  missed.push(`${what}: ${text}, more than ${most}`)
  return `**${text}**`
}

// The first calls warm the server up.
await latencies(ask, others, () => wait(3000))
const idle = await latencies(ask, others, () => wait(idleSeconds * 1000))
const pair = (milliseconds: readonly number[]) =>
  [50, 99].map((part) => percentile(milliseconds, part).toFixed(0)).join(', ')
say(`${wallets} wallets with cycles; others idle: p50, p99 ${pair(idle)} ms`)
if (isMeasured('month')) await measureMonth()
await makeStatements()
if (isMeasured('payouts')) await measurePayouts()
if (isMeasured('lists')) await measureLists()
server.disconnect()
const start = performance.now()
const { faults, entries } = await verifyLedger(database)
say(
  `\n${entries} entries verified in ${((performance.now() - start) / 1000).toFixed(0)} s: ${faults.join('; ') || 'no fault'}`,
)
missed.push(...faults)
await close()
for (const one of missed) say(`- ${one}`)
if (missed.length > 0) process.exitCode = 1

/** The runs of the month's last day, in their order. */
async function measureMonth() {
  say(
    '\n| run | posted | s | subjects a second | others meanwhile: p50, p99 ms | p99 to idle |\n|---|---|---|---|---|---|',
  )
  const kinds: RunKindName[] = ['penalties', 'commissions', 'interest', 'charges', 'plans']
  let all = 0
  const taken: number[] = []
  for (const kind of kinds) {
    let seconds = 0
    const meanwhile = await latencies(ask, others, async () => {
      seconds = await postRun(server, { kind, day: lastDay })
    })
    const { rows } = await database.$client.query<{ looked: number; posted: number }>(
      'select looked, posted from runs where kind = $1 and day = $2',
      [kind, lastDay],
    )
    const [run = { looked: 0, posted: 0 }] = rows
    all += seconds
    taken.push(...meanwhile)
    say(
      `| ${kind} | ${run.posted} | ${seconds.toFixed(1)} | ${(run.looked / seconds).toFixed(0)} | ${pair(meanwhile)} | ${toIdle(meanwhile)} |`,
    )
  }
  say(
    `| the month's end | | ${within("month's end, s", all, aims.month)} | | ${pair(taken)} | ${within("others during the month's end, p99 to idle", Number(toIdle(taken)), aims.others, 1)} |`,
  )
}

function toIdle(milliseconds: readonly number[]) {
  return (percentile(milliseconds, 99) / percentile(idle, 99)).toFixed(1)
}

/** Those of all agents, of the month: what the lists of statements show. */
async function makeStatements() {
  const begun = performance.now()
  const { message } = await change(
    calls.agentPay.makeAgentStatements,
    { month: `${lastDay.slice(0, 8)}01` },
    me.token,
  )
  say(`\n${message} ${((performance.now() - begun) / 1000).toFixed(1)} s`)
}

/** Payouts of whole batches: to the main wallets, and in cash at the counter. */
async function measurePayouts() {
  say(
    '\n| payout of 500 wallets | find, s | request, s | approve, s | others meanwhile: p50, p99 ms | p99 to idle |\n|---|---|---|---|---|---|',
  )
  const taken: number[] = []
  for (const [agent_id, paid] of [
    [1, 'main wallet'],
    [2, 'counter'],
    [3, 'counter'],
    [4, 'main wallet'],
    [5, 'counter'],
    [6, 'counter'],
  ] as const) {
    const seconds: number[] = []
    let count = 0
    const meanwhile = await latencies(ask, others, async () => {
      const { data } = await timed(seconds, () => read(calls.payouts.getEndedCycles, { agent_id }))
      const found = (data as { savings_id: string; payable: string }[]).slice(0, maxPayouts)
      count = found.length
      const total = found.reduce((sum, { payable }) => sum + Math.round(Number(payable) * 100), 0)
      const body = { wallets: found.map((one) => one.savings_id), total: (total / 100).toFixed(2), paid }
      await timed(seconds, () => change(calls.payouts.requestPayout, body, me.token))
      const { rows } = await database.$client.query<{ id: string }>(
        'select max(id) as id from payout_batches',
      )
      const decision = { id: rows[0]?.id, status: 'accept' }
      await timed(seconds, () => change(calls.payouts.payoutDecision, decision, second.token))
    })
    taken.push(...meanwhile)
    const all = seconds.reduce((sum, one) => sum + one, 0)
    within(`payout of ${count} wallets, ${paid}, s`, all, aims.payout, 1)
    say(
      `| ${count}, ${paid} | ${seconds.map((one) => one.toFixed(2)).join(' | ')} | ${pair(meanwhile)} | ${toIdle(meanwhile)} |`,
    )
  }
  say(
    `| all | | | | ${pair(taken)} | ${within('others during payouts, p99 to idle', Number(toIdle(taken)), aims.others, 1)} |`,
  )
}

async function timed<T>(seconds: number[], act: () => Promise<T>) {
  const begun = performance.now()
  const result = await act()
  seconds.push((performance.now() - begun) / 1000)
  return result
}

type Called = { path: string }
function read(call: Called, body: Body) {
  return post(call, body, me.token)
}
function change(call: Called, body: Body, token: string) {
  return post(call, body, token, { 'idempotency-key': randomUUID() })
}

/** Calls with a JSON body, and returns the reply. */
async function post({ path }: Called, body: Body, logintoken: string, more: Record<string, string> = {}) {
  const reply = await fetch(`http://127.0.0.1:${port}/api/admin/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: 'XSRF-TOKEN=load',
      'x-xsrf-token': 'load',
      logintoken,
      ...more,
    },
    body: JSON.stringify(body),
  })
  const json = (await reply.json()) as { status: string; message: string; data: unknown }
  if (json.status !== '200') throw new Error(`${path} answered ${json.status}: ${json.message}`)
  return json
}

/** Every list of these products, its first and last page and its orders: the slowest of each. */
async function measureLists() {
  const isOfProcessor = process.env.LOAD_TIME === 'processor'
  const timeNow = async () => (isOfProcessor ? processorTime(database, server.pid ?? 0) : performance.now())
  const askTimed = askerOf({ port, token: me.token, timeNow })
  const { terms, calendar, fees, payouts, agentPay, withdrawals, agents, savings } = calls
  const lists: Record<string, Step> = {
    'changes of terms': [terms.getTermChanges, { page: 1 }],
    'holidays, closed weekdays': [calendar.getCalendar, {}],
    fees: [fees.getFees, {}],
    "a customer's fees and payments": [fees.getCustomerFees, { customer_id: 4711 % wallets }],
    payouts: [payouts.getPayouts, { page: 1 }],
    'a payout of 500 wallets': [payouts.getPayoutCase, { id: 7 }],
    'ended cycles of an agent': [payouts.getEndedCycles, { agent_id: 7 }],
    'ended cycles of a type': [payouts.getEndedCycles, { saving_type_id: 1 }],
    "agents' statements": [agentPay.getAgentStatements, { page: 1 }],
    "agents' statements, searched": [agentPay.getAgentStatements, { page: 1, search: 'agent 17' }],
    'rows of a statement': [agentPay.getAgentStatementRows, { page: 1, statement_id: 7 }],
    "terms of agents' pay": [agentPay.getAgentPayTerms, {}],
    'withdrawals not paid': [withdrawals.getWithDrawList, { page: 1, payment: 'not paid' }],
    'withdrawals to pay': [withdrawals.getWithDrawList, { page: 1, payment: 'to pay' }],
    'targets of this month': [agents.agentTarget, {}],
    'targets of the month': [agents.agentTarget, { month: `${lastDay.slice(0, 8)}01` }],
    "a wallet's changes of plan": [savings.getPlanChanges, { savings_id: 8 }],
    portfolio: [savings.getSavingPortfolio, { page: 1 }],
    'who is not saving': [savings.getNotSaving, { page: 1 }],
    'who of an agent is not saving': [savings.getNotSaving, { page: 1, agent_id: 7, days: 3 }],
    "a customer's cards": [savings.savingsCards, { customer_ids: [8] }],
    'cards of 100 customers': [
      savings.savingsCards,
      { customer_ids: Array.from({ length: 100 }, (_, at) => at + 1) },
    ],
    dashboard: [calls.dashboard.getInsight, {}],
  }
  say(
    `\n| list${isOfProcessor ? ', ms of the processor' : ', ms'} | first | median | slowest |\n|---|---|---|---|`,
  )
  for (const [name, [call, body]] of Object.entries(lists)) {
    const { total } = await askTimed(call, body)
    const last = 'page' in body ? Math.max(1, Math.ceil(total / 100)) : undefined
    const pages = last === undefined ? [{}] : [{ page: 1 }, { page: last }]
    const orders =
      last === undefined
        ? []
        : (call.sortable ?? []).flatMap((sort) => ['asc', 'desc'].map((order) => ({ sort, order })))
    const figures: [first: number, median: number, slowest: number][] = []
    for (const more of [...pages, ...orders]) {
      const times: number[] = []
      for (let turn = 0; turn < 7; turn += 1) times.push((await askTimed(call, { ...body, ...more })).ms)
      figures.push([times[0] ?? 0, percentile(times.slice(1), 50), Math.max(...times.slice(1))])
    }
    const [first, median, slowest] = figures.toSorted((a, b) => b[1] - a[1])[0] ?? [0, 0, 0]
    say(
      `| ${name} | ${first.toFixed(0)} | ${within(`${name}, ms`, median, aims.list)} | ${slowest.toFixed(0)} |`,
    )
  }
}
