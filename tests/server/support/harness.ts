import { randomUUID } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger, InjectOptions } from 'fastify'
import * as v from 'valibot'
import { afterAll, onTestFinished } from 'vitest'
import type { BodyOf, Call, OutputOf } from '#contract/call'
import { calls } from '#contract/index'
import { sealBody } from '#transport/bodyCipher'
import { fromWire, toWire } from '#domain/wire'
import { buildApp } from '#server/http/app'
import { openBackground } from '#server/process/background'
import { openReplica } from '#server/process/replica'
import { openLog } from '#server/errors/log'
import { loadDotEnv, readConfig } from '#server/config'
import { openDatabase } from '#server/db/database'
import { seedBaseData } from '#server/seedBaseData'
import { openFileStore } from '#server/files/fileStore'
import { loadLinkKeys } from '#server/files/linkKeys'
import { loadIdentityKeys } from '#server/identity/keys'
import type { MailMessage } from '#server/mail/mail'
import type { Services } from '#server/services'
import { peopleOf } from './people'
import { demoDatabase, emptyDatabase, poolerOf, startOfClock } from './testDatabase'

loadDotEnv()
export const bodyKeys = { VITE_BODY_KEY: process.env.VITE_BODY_KEY, VITE_BODY_IV: process.env.VITE_BODY_IV }
/** A busy machine is no busy database: a call that waits for a connection or a lock does not give up in a test. */
export const longWaits = {
  DATABASE_WAIT_SECONDS: '120',
  DATABASE_LOCK_SECONDS: '120',
  DATABASE_STATEMENT_SECONDS: '120',
  REQUEST_SECONDS: '180',
}

/** The sender of a request and its headers. `key: null` omits the idempotency key. */
export type Sender = {
  token?: string
  key?: string | null
  address?: string
  headers?: Record<string, string>
}
export type LogLine = Record<string, unknown> & { msg: string; level: number }
export type Answer<C extends Call = Call> = {
  http: number
  status: unknown
  message: unknown
  /** `required_fields` of status '100'. */
  fields: unknown
  headers: OutgoingHttpHeaders
  text: string
  json: Record<string, unknown>
  /** The reply in the program's shapes; throws when it is not what the contract says. */
  output: () => OutputOf<C>
}
type AppOptions = NonNullable<Parameters<typeof buildApp>[1]>
export type TestServer = Awaited<ReturnType<typeof openServer>>

/** Limits for a file that makes more calls in a minute than one account may. */
export const manyCalls = { account: 1_000_000, address: 1_000_000 }

type ServerOptions = {
  /** Whether the database has the demo, made when the clock starts. */
  demo?: boolean
  env?: NodeJS.ProcessEnv
  /** Another address for the PostgreSQL, such as that of a proxy in front of it. */
  via?: (url: string) => Promise<string>
  /**
   * How many servers answer in turn, each with connections and a memory of its own; on PostgreSQL. One, unless NODES says
   * otherwise (`npm run test:soak -- nodes`): a test about one server's memory asks for one.
   */
  nodes?: number
  /** Without the PgBouncer that a run may have, for tests of limits that a server sets on its own connections. */
  direct?: boolean
} & AppOptions

/** The real app on a database of its own, with a clock that the test moves, a mailbox and the log. */
export async function openServer(options?: ServerOptions) {
  const { server, close } = await startServer(options)
  afterAll(close)
  return server
}

/** The same, for a test that opens and closes several. */
export async function startServer({
  demo = false,
  env,
  via = async (url) => url,
  nodes = Number(process.env.NODES ?? 1),
  direct = false,
  ...options
}: ServerOptions = {}) {
  const place = await (demo ? demoDatabase() : emptyDatabase())
  const url = place.url && (await via(place.url))
  const log: LogLine[] = []
  const letters: MailMessage[] = []
  const clock = { now: startOfClock }
  const logger = openLog('info', { write: (line) => log.push(JSON.parse(line)) }) as FastifyBaseLogger
  const config = readConfig({
    ...bodyKeys,
    ...longWaits,
    DATA_DIR: place.dataDir,
    NODE_ENV: 'test',
    DEMO: 'off',
    // Tests make admins who decide at once.
    NEW_RIGHTS_WAIT_HOURS: '0',
    ...env,
  })
  async function openNode() {
    const opened = await openDatabase({
      ...place,
      url,
      poolerUrl: direct ? undefined : poolerOf(url),
      limits: config.databaseLimits,
    })
    const replica =
      config.replica &&
      openReplica(config.replica, {
        primary: opened.connections.access,
        limits: config.databaseLimits,
        log: logger,
      })
    await replica?.start()
    const { database, connections, close } = opened
    return {
      opened,
      own: { database, connections, replica },
      close: async () => {
        await replica?.stop()
        await close()
      },
    }
  }
  const node = await openNode()
  const { opened } = node
  await seedBaseData(opened.database)
  const services: Services = {
    config,
    ...node.own,
    singleConnection: opened.singleConnection,
    mail: {
      send: async (letter) => void letters.push(letter),
      settled: async () => {},
      isFailing: () => false,
    },
    files: openFileStore(config),
    signInUrl: 'https://alajo.test',
    linkKeys: await loadLinkKeys(place.dataDir),
    identityKeys: await loadIdentityKeys(config),
    background: openBackground(logger),
    log: logger,
    now: () => clock.now,
  }
  const app = await buildApp(services, options)
  const apps = [app]
  const closeOthers: (() => Promise<void>)[] = []
  for (let more = 1; more < (opened.singleConnection ? 1 : nodes); more += 1) {
    const other = await openNode()
    const otherApp = await buildApp(withOwn(services, other.own), options)
    apps.push(otherApp)
    closeOthers.push(async () => {
      await otherApp.close()
      await other.close()
    })
  }
  let turns = 0
  async function close() {
    await app.close()
    await services.background.settled()
    for (const closeOther of closeOthers) await closeOther()
    await node.close()
    await place.drop()
  }

  async function inject(request: InjectOptions): Promise<Answer & { bytes: Buffer }> {
    turns += 1
    const response = await (apps[turns % apps.length] ?? app).inject(request)
    // The log line of a request is written once its reply is out.
    await turn()
    return { ...answerOf(response.statusCode, response.headers, response.body), bytes: response.rawPayload }
  }

  /** Posts a raw body to a path under /api/admin/. */
  const post = (path: string, payload: InjectOptions['payload'], from: Sender = {}) =>
    inject({
      method: 'POST',
      url: `/api/admin/${path}`,
      ...(payload !== undefined && { payload }),
      headers: {
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...(from.token && { logintoken: from.token, authorization: `Bearer ${from.token}` }),
        ...(from.key && { 'idempotency-key': from.key }),
        ...from.headers,
      },
      ...(from.address && { remoteAddress: from.address }),
    })

  /** Makes a call as the portal does: its body in wire format, encoded as the contract says. */
  async function ask<C extends Call>(call: C, body: BodyOf<C>, from: Sender = {}): Promise<Answer<C>> {
    const key = call.kind === 'write' && from.key === undefined ? randomUUID() : from.key
    const reply = await post(call.path, encode(call, toWire(call.input, body)), {
      ...from,
      ...(key !== undefined && { key }),
      headers: { 'content-type': contentType(call), ...from.headers },
    })
    return { ...reply, output: () => outputOf(call, reply) }
  }

  const stepOne = (email: string, password: string, from?: Sender) =>
    ask(calls.session.adminLogin, { email, password }, from)
  const stepTwo = (loginToken: string, code: string) =>
    ask(calls.session.loginToken, { token: code }, { token: loginToken })
  const codesFor = (email: string) =>
    letters.filter(({ to }) => to === email).flatMap(({ text }) => /token is (\d{6})\./.exec(text)?.[1] ?? [])

  /** A checksum of the rows of each table, after the background work of earlier requests. */
  async function checksums(): Promise<Record<string, string>> {
    await services.background.settled()
    const { rows } = await opened.database.execute<{ name: string; sum: string }>(sql`
      select tablename as name, md5((xpath('/row/c/text()', query_to_xml(
        format('select string_agg(t::text, chr(10) order by t::text) as c from %I t', tablename),
        false, true, '')))[1]::text) as sum
      from pg_tables where schemaname = 'public' order by tablename`)
    return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
  }

  const server = {
    app,
    services,
    database: opened.database,
    /** How many servers answer in turn. */
    nodes: apps.length,
    /** Of a command on the same books, which goes to PostgreSQL itself. */
    environment: { DATA_DIR: place.dataDir, ...(url && { DATABASE_URL: url }) },
    clock: {
      pass: (minutes: number) => {
        clock.now = new Date(clock.now.getTime() + minutes * 60_000)
      },
      now: () => clock.now,
      /** Sets the clock back when the running test ends: tests run in any order. */
      rewindAfterTest: () => {
        const before = clock.now
        onTestFinished(() => {
          clock.now = before
        })
      },
    },
    letters,
    log,
    inject,
    post,
    ask,
    stepOne,
    stepTwo,
    codesFor,
    /** Makes both steps of sign-in and returns the access token. */
    async signIn(email: string, password: string) {
      const first = await stepOne(email, password)
      const second = await stepTwo(first.output().data.rec.login_token, codesFor(email).at(-1) ?? '')
      return second.output().data.rec.login_token
    },
    checksums,
    /** Checksums of everything but keys, sessions and the activity log, which a refusal may change. */
    async moneyAndRows() {
      const {
        idempotency_keys: _keys,
        admin_activity: _log,
        sessions: _sessions,
        ...rest
      } = await checksums()
      return rest
    },
    ...peopleOf(opened.database, () => clock.now),
  }
  return { server, close }
}

/** The same services with connections of its own; what a test changes of the others counts for both. */
const withOwn = (services: Services, own: Partial<Services>): Services =>
  new Proxy(services, {
    get: (shared, name) => Reflect.get(Object.hasOwn(own, name) ? own : shared, name) as unknown,
  })

export const contentType = (call: Call) =>
  call.encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'

/** The body of a call, encoded as the contract says. */
export function encode(call: Call, plain: unknown): string {
  if (call.encoding === 'encrypted') return JSON.stringify(sealBody(plain))
  if (call.encoding !== 'form') return JSON.stringify(plain)
  const fields = Object.entries(plain as object).filter(([, value]) => value !== undefined)
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString()
}

function answerOf(http: number, headers: OutgoingHttpHeaders, text: string): Answer {
  const isJson = String(headers['content-type']).includes('json')
  const json = (isJson ? JSON.parse(text) : {}) as Record<string, unknown>
  const { status, message, required_fields: fields } = json
  const output = () => {
    throw new Error('This is not the reply to a call.')
  }
  return { http, status, message, fields, headers, text, json, output }
}

function outputOf<C extends Call>(call: C, reply: Answer): OutputOf<C> {
  if (reply.status !== '200') throw new Error(`${call.path} returned ${reply.http}: ${reply.text}`)
  const { status: _status, message: _message, ...output } = reply.json
  return v.parse(v.strictObject(call.output.entries), fromWire(call.output, output)) as OutputOf<C>
}
