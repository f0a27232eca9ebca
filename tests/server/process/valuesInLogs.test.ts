import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { BodyOf, Named } from '#contract/call'
import { calls } from '#contract/index'
import { toWire } from '#domain/wire'
import { openSession } from '#server/auth/sessions'
import { hashOf } from '#server/auth/tokens'
import { freePort } from '../../../config/postgres.mjs'
import { startCollector } from '../support/collector'
import { openDatabaseProxy } from '../support/databaseProxy'
import { contentType, encode, openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira, password } from '../support/people'
import { addressOf, startProcess, startServer } from '../support/processes'
import { onPostgres } from '../support/testDatabase'

/** What is sent and stored, in words that nothing else has. */
const person = {
  name: 'Zubaida Qwertyuiop',
  email: 'zubaida.qwerty@shop.test',
  state: 'Kano',
  lga: 'Dala',
}
const firstDigits = '0818765'
const customer = {
  first_name: 'Xolani',
  last_name: 'Wxyzman',
  phone_number: '08187654322',
  home_address: '77 Vexillology Close',
  office_address: '78 Vexillology Close',
}
const numbers = { bvn: '22987654321', nin: '33987654321' }
const search = 'zqsearchq'
const amount = naira(73_519.37)
const reason = 'Jollofquartz'

/** Faults of statements whose text the database fills with rows and values. */
const sabotages = [
  [
    ['23514 insert agents'],
    'alter table agents add constraint nameless check (false) not valid',
    'alter table agents drop constraint nameless',
  ],
  [
    ['P0001 insert agents', 'P0001 insert ledger_entries'],
    `create function quote_row() returns trigger language plpgsql as $$ begin
      raise exception 'no room for %', to_json(new) using detail = to_json(new)::text, hint = to_json(new)::text; end $$;
     create trigger quote_row before insert on agents for each row execute function quote_row();
     create trigger quote_row before insert on ledger_entries for each row execute function quote_row();
     create trigger quote_row before insert on admin_activity for each row execute function quote_row();
     create trigger quote_row before insert on customers for each row execute function quote_row()`,
    'drop function quote_row cascade',
  ],
  [
    ['42P01'],
    'alter table sessions rename to sessions_away; alter table agents rename to agents_away; alter table sign_ins rename to sign_ins_away',
    'alter table sessions_away rename to sessions; alter table agents_away rename to agents; alter table sign_ins_away rename to sign_ins',
  ],
] as const

describe.runIf(onPostgres)('while statements fail', async () => {
  const books = await openServer()
  const proxy = await openDatabaseProxy()
  const collector = await startCollector()
  const { DATA_DIR, DATABASE_URL = '' } = books.environment
  const through = await proxy.via(DATABASE_URL)
  const direct = new pg.Pool({ connectionString: DATABASE_URL, max: 1 })
  direct.on('error', () => {})

  it('log, console, traces and metrics have names of statements and no value', {
    timeout: 600_000,
  }, async () => {
    const admin = await books.makeAdmin({ role: 'SuperAdmin', name: 'Ngozi Plmoknij' })
    // The server has the real time.
    const me = { ...admin, token: await openSession(books.database, admin.id, new Date()) }
    const agent = await books.makeAgent({ email: 'agent.qazwsx@shop.test', phoneNumber: '08187654323' })
    const owner = await books.makeCustomer(agent.id, { firstName: 'Ifeyinwa', lastName: 'Rfvtgb' })
    const { id: savingsId } = await moneyOf(books).makeSaving(owner)
    const backups = path.join(DATA_DIR, 'backups')
    await mkdir(backups)
    const metricsPort = await freePort()
    const passphrase = 'Palmwinevexing passphrase'
    const environment = {
      DATA_DIR,
      DATABASE_URL: through,
      DATABASE_WAIT_SECONDS: '1',
      DATABASE_STATEMENT_SECONDS: '2',
      REQUEST_SECONDS: '3',
      BACKUP_PASSPHRASE: passphrase,
    }
    const server = startServer({
      ...environment,
      LOG_LEVEL: 'debug',
      RATE_LIMIT_ACCOUNT: '1000000',
      RATE_LIMIT_ADDRESS: '1000000',
      RATE_LIMIT_SIGN_IN: '1000000',
      BACKUP_FOLDER: backups,
      METRICS_PORT: String(metricsPort),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      SMTP_URL: 'smtp://mailuser:Mailvexpass@127.0.0.1:1',
      SMS_URL: 'http://127.0.0.1:1/?key=Smsvexkey&to={phone}&text={text}',
      SMS_METHOD: 'GET',
    })
    const url = await addressOf(server)
    const keys: string[] = []

    const send = async <C extends Named>(call: C, body: BodyOf<C>, token = me.token) => {
      const key = randomUUID()
      keys.push(key)
      const reply = await fetch(`${url}/api/admin/${call.path}`, {
        method: 'POST',
        headers: { 'content-type': contentType(call), 'idempotency-key': key, logintoken: token },
        body: encode(call, toWire(call.input, body)),
      })
      return reply.text()
    }
    let turn = 0
    const everything = () => {
      turn += 1
      return Promise.all([
        send(calls.agents.addAgent, {
          ...person,
          email: `${turn}${person.email}`,
          phone_number: `${firstDigits}${1000 + turn}`,
        }),
        send(calls.agents.getAgents, { page: 1, search }),
        send(calls.agents.getAgents, { page: 1, search, download: 'csv' }),
        send(calls.customers.getCustomers, { page: 1, search }),
        send(calls.customers.registerCustomer, {
          ...customer,
          ...numbers,
          state: person.state,
          lga: person.lga,
          agent_id: agent.id,
        }),
        send(calls.customers.creditUser, { amount, customer_id: owner.id }),
        send(calls.savings.depositSaving, { amount, savings_id: savingsId }),
        send(calls.session.adminLogin, { email: me.email, password }),
        send(calls.session.adminLogin, { email: 'nobody.edcrfv@shop.test', password: 'Wrongvexpassword1' }),
        send(calls.withdrawals.createWithDrawalRequest, {
          amount,
          description: reason,
          customer_id: owner.id,
        }),
      ])
    }
    /** Calls one after another in several lanes, while `harm` comes and goes. */
    const underLoad = async (harm: () => Promise<unknown>) => {
      let isOver = false
      const lanes = Array.from({ length: 3 }, async () => {
        while (!isOver) await everything()
      })
      await harm()
      isOver = true
      await Promise.all(lanes)
    }
    const faults = () => lines().filter(({ msg }) => msg === 'fault')
    const lines = () =>
      server.output.out
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map(
          (line) =>
            JSON.parse(line) as Record<string, unknown> & { error?: { code?: string; statement?: string } },
        )
    const moreFaults = async () => {
      const enough = faults().length + 20
      await expect.poll(() => faults().length).toBeGreaterThan(enough)
    }

    // The file, two sign-ins, and a withdrawal beside the credit that covers it are no success. On a slow machine others are late.
    const successes = async () =>
      (await everything()).filter((reply) => reply.startsWith('{"status":"200"')).length
    await expect.poll(successes).toBeGreaterThanOrEqual(6)
    await underLoad(async () => {
      for (let round = 0; round < 3; round += 1) {
        // As a restart of PostgreSQL ends them, until one was at work.
        const ended = async () => {
          await direct.query(
            'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
          )
          await everything()
          return faults().map(({ error }) => error?.code)
        }
        await expect.poll(ended).toContain('57P01')
        proxy.goAway()
        await moreFaults()
        proxy.comeBack()
        await everything()
      }
    })
    for (const [found, harm, repair] of sabotages) {
      await direct.query(harm)
      // On a slow machine some calls fail for other reasons.
      const reasons = async () => {
        await everything()
        return faults().flatMap(({ error }) => [`${error?.code}`, `${error?.code} ${error?.statement}`])
      }
      await expect.poll(reasons).toEqual(expect.arrayContaining([...found]))
      await direct.query(repair)
    }
    // Locks and statements that take too long.
    const holder = await direct.connect()
    await holder.query('begin; lock table agents, customers, sessions, admins in access exclusive mode')
    await everything()
    await holder.query('rollback')
    holder.release()

    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    // Programs of their own, with faults that nobody expects.
    await direct.query(
      'alter table sign_ins rename to sign_ins_away; alter table ledger_postings rename to postings_away',
    )
    const commands = [
      startProcess('signInToken', environment, ['sign-in-token', me.email]),
      startProcess('backup', environment, [path.join(DATA_DIR, 'by-hand')]),
      startProcess('verifyLedger', environment),
      startProcess('anonymise', environment, ['--through', '2000-01-01', '--admin', me.email]),
    ]
    const codes = await Promise.all(commands.map(({ ended }) => ended))
    expect(codes).toEqual([1, 1, 1, 1])
    await direct.query(
      'alter table sign_ins_away rename to sign_ins; alter table postings_away rename to ledger_postings',
    )
    server.kill('SIGTERM')
    await server.ended
    await direct.end()
    collector.stop()

    const seen = new Set(faults().map(({ error }) => error?.code ?? 'none'))
    expect([...seen]).toEqual(expect.arrayContaining(['57P01', 'ECONNRESET', 'none']))
    const named = new Set(faults().map(({ error }) => error?.statement))
    expect([...named]).toEqual(expect.arrayContaining(['insert agents', 'insert ledger_entries']))

    const cleaned = lines().map(({ time: _time, reqId: _id, trace: _trace, ...line }) => line)
    const others = server.output.out.split('\n').filter((line) => !line.startsWith('{'))
    const text = [
      JSON.stringify(cleaned),
      ...others,
      server.output.err,
      metrics,
      ...collector.received,
      ...commands.flatMap(({ output }) => [output.out, output.err]),
    ].join('\n')
    const values = [
      ...Object.values(person).filter((value) => value !== person.state),
      ...Object.values(customer),
      ...Object.values(numbers),
      'Qwertyuiop',
      firstDigits,
      search,
      reason,
      '73,519',
      '73519.37',
      '7351937',
      me.email,
      me.name,
      me.token,
      hashOf(me.token),
      me.passwordHash,
      password,
      'Wrongvexpassword1',
      'nobody.edcrfv',
      agent.email,
      agent.phoneNumber,
      owner.firstName,
      owner.lastName,
      owner.phoneNumber,
      passphrase,
      'Mailvexpass',
      'Smsvexkey',
      'Failed query',
      'params:',
      ...keys,
    ]
    // Durations, times in nanoseconds and the ids of traces have any digits.
    const searched = text
      .replaceAll(/\b\d+\.\d{4,}\b/g, '')
      .replaceAll(/\b\d{16,}\b/g, '')
      .replaceAll(/"(?:traceId|spanId|parentSpanId)":"[0-9a-f]+"/g, '')
      .toLowerCase()
    const found = values.filter((value) => searched.includes(String(value).toLowerCase()))
    expect(found).toEqual([])
  })
})
