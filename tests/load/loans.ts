import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { calls } from '#contract/index'
import { openDatabase } from '#server/db/database'
import { countLate } from '#server/runs/lateAmounts'
import { addDays, lagosDay } from '#domain/time/lagos'
import type { RunKindName } from '#contract/calls/closing'
import type { Period } from '#server/runs/run'
import { peopleOf } from '../server/support/people'
import { askerOf } from './ask'
import { busyCustomers, lastDay, rareName } from './data'
import { openFullData, warm } from './fullData'
import { latencies, percentile, postRun, type Step } from './meanwhile'
import { endAfter, ownPostgres, say } from './ownPostgres'
import { startServer } from './ownServer'
import { processorTime } from './processorTime'

/**
 * `npm run load:loans`: the pages of loans and customers at full size, then the runs of a month's last day, and how long the
 * lists of others take meanwhile. Works in a copy of the data, which is dropped. Takes LOAD_DATA and LOAD_SIZE as load:lists
 * does; LOAD_ONLY names 'pages' or a kind of run. Each run is measured for LOAD_SECONDS, or to its end.
 * LOAD_TIME=processor measures the pages' processor time.
 */
const url = ownPostgres('load:loans')
endAfter(60)
const times = 7
const idleSeconds = 15
const runSeconds = Number(process.env.LOAD_SECONDS ?? 120)
const isMeasured = (name: string) => (process.env.LOAD_ONLY ?? name) === name
const lists: Step[] = [
  [calls.customers.getCustomers, { page: 1 }],
  [calls.savings.getSavingPortfolio, { page: 1 }],
  [calls.loans.loanPortfolio, { page: 1 }],
]

await (await openFullData(url)).close()
const copyName = 'load_loans'
const copyUrl = await copyData()
process.env.TEST_DATABASE_URL = copyUrl
const opened = await openDatabase({ url: copyUrl, dataDir: '' })
const { database } = opened
await warm(database)
const { token } = await peopleOf(database, () => new Date()).enterAs({ role: 'SuperAdmin' })
const { server, port } = await startServer()
const isOfProcessor = process.env.LOAD_TIME === 'processor'
const ask = askerOf({ port, token })
const askForPage = isOfProcessor
  ? askerOf({ port, token, timeNow: async () => processorTime(database, server.pid ?? 0) })
  : ask

if (isMeasured('pages')) await measurePages()
const kinds: RunKindName[] = ['penalties', 'interest', 'charges']
say(
  '\n| run | looked at | posted | s | subjects a second | whole run, s | others idle: p50, p99 ms | meanwhile | p99 to idle |',
)
say('|---|---|---|---|---|---|---|---|---|')
for (const kind of kinds.filter(isMeasured)) await measureRun(kind)
server.disconnect()
await opened.close()
await inMaintenance(`drop database ${copyName} with (force)`)

async function copyData() {
  await inMaintenance(`drop database if exists ${copyName} with (force)`)
  await inMaintenance(`create database ${copyName} template postgres strategy file_copy`)
  const copy = new URL(url)
  copy.pathname = copyName
  return copy.href
}

async function inMaintenance(statement: string) {
  const maintenance = new URL(url)
  maintenance.pathname = 'template1'
  const client = new pg.Client({ connectionString: maintenance.href })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function measurePages() {
  const [customer_id = 0] = busyCustomers
  const loanOf = (loan_id: number): Step[] => [[calls.loans.getLoanAccount, { loan_id }]]
  const customer: Step[] = [
    [calls.customers.getCustomerPage, { customer_id }],
    [calls.customers.getCustomerIdentity, { customer_id }],
    [calls.messages.getMessageSummary, { customer_id }],
  ]
  say(
    `| page${isOfProcessor ? ', ms of the processor' : ''} | first ms | median | slowest |\n|---|---|---|---|`,
  )
  await measurePage('loan page, 11 instalments', loanOf(4722))
  await measurePage('loan page, 1,000 instalments and movements', loanOf(customer_id))
  await measurePage('history of the loan with 1,000 movements', [
    [calls.loans.customerLoanHistory, { loan_id: customer_id }],
  ])
  await measurePage('customer page, all its calls', customer)
  await measurePage('customer page, its own call', customer.slice(0, 1))
  await measurePage('statement of the customer, the last three months', [
    [calls.customers.getCustomerStatement, { customer_id }],
  ])
  await measurePage('transactions of the customer with 5,000 movements', [
    [calls.transactions.userTransactionHistory, { customer_id, savings_type: 'all', page: 1 }],
  ])
  await measurePage('overdue list', [[calls.loans.getOverdueLoan, { page: 1 }]])
  await measurePage('overdue list, second page', [[calls.loans.getOverdueLoan, { page: 2 }]])
  await measurePage('weekly sums of overdue loans', [[calls.dashboard.sumOfOverdueLoan, {}]])
  await measurePage("the dashboard's insight", [[calls.dashboard.getInsight, {}]])
  for (const [name, search] of Object.entries({
    ...(await documentsOf()),
    'a rare name': `${rareName.firstName} ${rareName.lastName}`,
    'a common name': 'Ngozi',
    'part of a common name': 'Ade',
    'two letters': 'Ng',
    'last digits of a phone number': '55512',
    'start of a phone number': '0803',
    'an amount': '₦2,500.00',
    'no match': 'Nobody at all',
  }))
    await measurePage(`search of everything: ${name}`, [[calls.search.searchEverything, { search }]])
  await measureArrears('')
  const day = addDays(lagosDay(new Date()), -30)
  const { getArrearsReport } = calls.arrears
  await measurePage('arrears totals of thirty days ago', [[getArrearsReport, { day }]])
  for (const group of ['agent', 'market'] as const)
    await measurePage(`arrears totals and groups by ${group} of thirty days ago`, [
      [getArrearsReport, { day, group }],
    ])
  await measurePage('late loans of thirty days ago, first page', [
    [calls.arrears.getArrears, { day, page: 1 }],
  ])
  await measureArrears(', seven days after they were counted', addDays(lagosDay(new Date()), -7))
  await countLate(database, lagosDay(new Date()))
}

/** Whole references to search for. */
async function documentsOf() {
  const { rows } = await database.$client.query<{ name: string; reference: string }>(
    `select 'the reference of a loan' as name, reference from loans where id = 4722
     union all select 'the reference of a movement', reference from ledger_entries where id = 471100`,
  )
  return Object.fromEntries(rows.map(({ name, reference }) => [name, reference]))
}

/** Totals of today, as they were counted on a day. */
async function measureArrears(when: string, countedOn = lagosDay(new Date())) {
  await countLate(database, countedOn)
  const { getArrearsReport } = calls.arrears
  await measurePage(`arrears totals${when}`, [[getArrearsReport, {}]])
  for (const group of ['agent', 'loan_type', 'market'] as const)
    await measurePage(`arrears totals and groups by ${group}${when}`, [[getArrearsReport, { group }]])
  await measurePage(`arrears of one agent${when}`, [[getArrearsReport, { agent_id: 7 }]])
}

/** A page's calls, one after the other. */
async function measurePage(name: string, steps: readonly Step[]) {
  const taken: number[] = []
  for (let turn = 0; turn < times; turn += 1) {
    let ms = 0
    for (const [call, body] of steps) ms += (await askForPage(call, body)).ms
    taken.push(ms)
  }
  const [first = 0, ...later] = taken
  say(
    `| ${name} | ${[first, percentile(later, 50), Math.max(...later)].map((ms) => ms.toFixed(0)).join(' | ')} |`,
  )
}

async function measureRun(kind: RunKindName) {
  const idle = await latencies(ask, lists, () => wait(idleSeconds * 1000))
  const period: Period = { kind, day: lastDay }
  let seconds = 0
  const meanwhile = await latencies(ask, lists, async () => {
    seconds = await postRun(server, period, runSeconds)
  })
  const { rows } = await database.$client.query<{ looked: number; posted: number; whole: string }>(
    `select looked, posted, case kind when 'penalties' then (select count(*) from loans where loan_status = 'active'
         and penalty_basis_points > 0 and next_due + grace_days <= day)
       when 'interest' then (select count(*) from savings where status = 'active' and interest_basis_points > 0)
       else (select count(*) from savings where status = 'active' and charge > 0) end as whole
     from runs where kind = $1 and day = $2`,
    [kind, lastDay],
  )
  const [run = { looked: 0, posted: 0, whole: '0' }] = rows
  const rate = run.looked / seconds
  const pair = (milliseconds: number[]) =>
    `${percentile(milliseconds, 50).toFixed(0)}, ${percentile(milliseconds, 99).toFixed(0)}`
  const ratio = percentile(meanwhile, 99) / percentile(idle, 99)
  say(
    `| ${kind} | ${run.looked} | ${run.posted} | ${seconds.toFixed(1)} | ${rate.toFixed(0)} | ${(Number(run.whole) / rate).toFixed(0)} | ${pair(idle)} | ${pair(meanwhile)} | ${ratio.toFixed(1)} |`,
  )
}
