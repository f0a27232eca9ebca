import { expect, it } from 'vitest'
import { calls } from '#contract/index'
import { makeMetrics, serveMetrics } from '#server/process/metrics'
import { openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'

const server = await openServer()
let takenAt: Date | undefined
const metrics = makeMetrics({
  ...server.services,
  backupTakenAt: () => takenAt,
  now: server.clock.now,
})
server.services.observeCall = metrics.observeCall
server.services.observeUnlocks = metrics.observeUnlocks

it('shows calls, connections, entries, the outbox and the age of the backup, and no person', async () => {
  const clerk = await server.enter('can-record-collection')
  const customer = await server.makeCustomer((await server.makeAgent()).id)
  const { id } = await moneyOf(server).makeSaving(customer)
  // Entries are counted from the first time that it is asked, and a scrape late.
  expect(await metrics.text()).toContain('alajo_backup_age_seconds +Inf')
  takenAt = new Date(server.clock.now().getTime() - 90_000)
  const deposit = { savings_id: id, amount: naira(500) }
  expect((await server.ask(calls.savings.depositSaving, deposit, clerk)).status).toBe('200')
  await server.ask(calls.roles.getRoles, {})
  await metrics.text()
  const text = await metrics.text()
  for (const line of [
    'alajo_calls_total{call="roles.getRoles",outcome="signedOut"} 1',
    'alajo_call_seconds_count{call="savings.depositSaving"} 1',
    'alajo_database_connections{pool="changes",state="waiting"} 0',
    'alajo_ledger_entries_total{kind="Savings deposit"} 1',
    'alajo_backup_age_seconds 90',
    'alajo_messages_waiting 1',
    'alajo_database_up 1',
  ])
    expect(text).toContain(line)
  for (const personal of [clerk.token, customer.firstName, customer.lastName])
    expect(text).not.toContain(personal)
  // Anybody's phone number, and not four digits of a duration.
  expect(text).not.toMatch(/alajo\.test|(?<![\d.])0803\d{7}/)
})

it('counts the unlocks without a connection that devices of signed-in admins report', async () => {
  const clerk = await server.enter('can-record-collection')
  const report = (count: string, from: object = clerk) =>
    server.ask(
      calls.session.getSingleAdminPermission,
      { admin_id: clerk.id },
      {
        ...from,
        headers: { 'offline-unlocks': count },
      },
    )
  for (const count of ['2', '1', '0', '-5', '1.5', 'many', '']) await report(count)
  await report('7', {})
  expect(await metrics.text()).toContain('alajo_offline_unlocks_total 3')
  await report('1000000')
  expect(await metrics.text()).toContain('alajo_offline_unlocks_total 1002')
})

it('is served on an address of its own, and nothing else is', async () => {
  const { port, close } = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 })
  try {
    const shown = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(shown.headers.get('content-type')).toContain('text/plain')
    expect(await shown.text()).toContain('alajo_calls_total')
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
    expect((await server.inject({ method: 'GET', url: '/metrics' })).text).not.toContain('alajo_calls_total')
  } finally {
    await close()
  }
})
