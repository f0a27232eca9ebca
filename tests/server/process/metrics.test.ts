import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { customerMessages } from '#server/db/tables/messages'
import { cashAccount } from '#server/ledger/accounts'
import { recordCheck } from '#server/ledger/checks'
import { makeMetrics, serveMetrics } from '#server/process/metrics'
import type { Replica } from '#server/services'
import { openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'
import { startProcess } from '../support/processes'
import { onPostgres } from '../support/testDatabase'

const server = await openServer()
let takenAt: Date | undefined
const metrics = makeMetrics({
  ...server.services,
  backupTakenAt: () => takenAt,
  now: server.clock.now,
})
server.services.observeCall = metrics.observeCall
server.services.observeUnlocks = metrics.observeUnlocks
server.services.observeChangedBody = metrics.observeChangedBody

// One server and what it counts, from its first call on.
describe('figures', { shuffle: false }, () => {
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

  it('counts how long a message waits from when it was written, however often it was tried', async () => {
    const clock = await server.database.execute<{ at: string }>(sql`select now()::text as at`)
    const at = new Date(clock.rows[0]?.at ?? '')
    const overdue = async () =>
      Number(/^alajo_messages_overdue_seconds (\S+)/m.exec(await metrics.text())?.[1])
    await server.database.update(customerMessages).set({
      createdAt: new Date(at.getTime() - 7_200_000),
      lastAttemptAt: at,
      attempts: 5,
      dueAt: new Date(at.getTime() + 3_600_000),
      problem: 'HTTP 403',
    })
    expect(await overdue()).toBeGreaterThanOrEqual(7200)
    expect(await overdue()).toBeLessThan(7800)
    await server.database.update(customerMessages).set({ createdAt: new Date(at.getTime() + 3_600_000) })
    expect(await overdue()).toBe(0)
    await server.database.update(customerMessages).set({ state: 'sent', dueAt: null, createdAt: new Date(0) })
    expect(await overdue()).toBe(0)
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

  it('shows failing mail, disks, the replica and the checks of the ledger', async () => {
    let [isFull, state] = [true, 'late']
    let isFailing = true
    const own = makeMetrics({
      ...server.services,
      backupTakenAt: () => takenAt,
      now: server.clock.now,
      mail: { isFailing: () => isFailing },
      isDiskFull: async () => isFull,
      folders: { data: '/', backups: undefined },
      replica: {
        state: () => state,
        lag: () => 3,
        reads: server.database,
        exports: server.database,
      } as unknown as Replica,
    })
    const shown = await own.text()
    for (const line of [
      'alajo_mail_failing 1',
      'alajo_disk_full 1',
      'alajo_replica_serving 0',
      'alajo_ledger_check_timestamp_seconds{extent="recent"} 0',
      'alajo_ledger_check_timestamp_seconds{extent="whole"} 0',
    ])
      expect(shown).toContain(line)
    expect(shown).toMatch(/alajo_disk_free_ratio\{folder="data"\} 0\.\d+/)
    expect(shown).not.toContain('folder="backups"')

    ;[isFull, isFailing, state] = [false, false, 'serving']
    await recordCheck(server.database, 'whole', 0)
    await recordCheck(server.database, 'recent', 2)
    const later = await own.text()
    for (const line of [
      'alajo_mail_failing 0',
      'alajo_disk_full 0',
      'alajo_replica_serving 1',
      'alajo_ledger_faults{extent="whole"} 0',
      'alajo_ledger_faults{extent="recent"} 2',
    ])
      expect(later).toContain(line)
    // By the clock of PostgreSQL.
    expect(Number(/check_timestamp_seconds\{extent="whole"\} (\S+)/.exec(later)?.[1])).toBeGreaterThan(
      1_700_000_000,
    )
    // What finds nothing in all of it covers what is recent too.
    await recordCheck(server.database, 'whole', 0)
    expect(await own.text()).toContain('alajo_ledger_faults{extent="recent"} 0')
  })

  it.runIf(onPostgres)(
    'shows the result of npm run verify-ledger, which reads everything once a week',
    async () => {
      const verify = async () => {
        const command = startProcess('verifyLedger', server.environment, ['verify-ledger', '--daily'])
        return [await command.ended, command.output.out + command.output.err]
      }
      await server.database.execute(sql`delete from settings where name like 'ledger check%'`)
      expect(await verify()).toEqual([0, expect.stringMatching(/^The ledger is right: /)])
      expect(await verify()).toEqual([0, expect.stringMatching(/^The ledger is right since /)])
      await server.database.execute(
        sql`update settings set value = json_build_object('at', now() - interval '7 days', 'faults', 0)::text where name = 'ledger check whole'`,
      )
      expect(await verify()).toEqual([0, expect.stringMatching(/^The ledger is right: /)])
      await server.database.execute(sql`alter table ledger_accounts disable trigger all`)
      await server.database.execute(
        sql`update ledger_accounts set balance = balance + 1 where name = ${cashAccount}`,
      )
      expect((await verify())[0]).toBe(1)
      expect(await metrics.text()).toMatch(/alajo_ledger_faults\{extent="recent"\} [1-9]/)
      // Nothing takes the alarm away but a check that finds nothing.
      expect((await verify())[0]).toBe(1)
      await server.database.execute(
        sql`update ledger_accounts set balance = balance - 1 where name = ${cashAccount}`,
      )
      await server.database.execute(sql`alter table ledger_accounts enable trigger all`)
      expect((await verify())[0]).toBe(0)
      expect(await metrics.text()).toContain('alajo_ledger_faults{extent="recent"} 0')
    },
  )

  it('counts bodies that are not the ones that were sent', async () => {
    const headers = { 'content-digest': 'sha-256=:AAAA:' }
    expect((await server.ask(calls.roles.getRoles, {}, { headers })).http).toBe(503)
    expect(await metrics.text()).toContain('alajo_changed_bodies_total 1')
  })

  it('is served on an address of its own, and nothing else is', async () => {
    const { port, close } = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 })
    try {
      const shown = await fetch(`http://127.0.0.1:${port}/metrics`)
      expect(shown.headers.get('content-type')).toContain('text/plain')
      expect(await shown.text()).toContain('alajo_calls_total')
      expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
      expect((await server.inject({ method: 'GET', url: '/metrics' })).text).not.toContain(
        'alajo_calls_total',
      )
    } finally {
      await close()
    }
  })
})
