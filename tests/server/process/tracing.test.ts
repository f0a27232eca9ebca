import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SpanStatusCode } from '@opentelemetry/api'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { calls } from '#contract/index'
import { requestIdHeader } from '#contract/problems'
import { openBackupWorker } from '#server/process/workers/backupWorker'
import { openBackground } from '#server/process/background'
import { openRunWorker } from '#server/process/workers/runWorker'
import { openTracing } from '#server/process/tracing'
import { startCollector } from '../support/collector'
import { openServer } from '../support/harness'
import { moneyOf } from '../support/money'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Attribute[]
  status: { code?: number }
}

const collector = await startCollector()
const { received } = collector
const server = await openServer()
let tracing: ReturnType<typeof openTracing>

/** Over a real connection: a request that is only injected never counts as sent. */
async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const { port } = server.app.server.address() as { port: number }
  const reply = await fetch(`http://127.0.0.1:${port}/api/admin/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  await reply.text()
  return reply
}

beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => collector.stop())
beforeEach(() => {
  tracing = openTracing({ endpoint: `${collector.url}/`, service: 'alajo' })
})
afterEach(() => tracing.close())

async function spans(): Promise<Span[]> {
  await tracing.flush()
  return received.flatMap((text) =>
    JSON.parse(text).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
      scopeSpans.flatMap((one) => one.spans),
    ),
  )
}
/** All that was sent but ids and times, in which any digits occur by chance. */
const wordsSent = () =>
  received
    .map((text) =>
      JSON.stringify(JSON.parse(text), (key, value) => (/(Id|UnixNano)$/.test(key) ? undefined : value)),
    )
    .join()
const attribute = ({ attributes }: Span, name: string) =>
  attributes.find(({ key }) => key === name)?.value.stringValue

it('traces a call with its statements, by its request id, and shows no value of either', async () => {
  const clerk = await server.enter('can-record-collection')
  const customer = await server.makeCustomer((await server.makeAgent()).id)
  const { id } = await moneyOf(server).makeSaving(customer)
  received.length = 0
  const reply = await post(
    calls.savings.depositSaving.path,
    { savings_id: id, amount: 654321 },
    { logintoken: clerk.token, 'idempotency-key': randomUUID() },
  )
  expect(reply.status).toBe(200)
  // A span ends when its connection is free again, which may be after the reply.
  await expect.poll(async () => (await spans()).map(({ name }) => name)).toContain('savings.depositSaving')
  const all = await spans()
  const call = all.find(({ name }) => name === 'savings.depositSaving') as Span
  expect(attribute(call, 'alajo.outcome')).toBe('ok')
  expect(attribute(call, 'alajo.request_id')).toBe(reply.headers.get(requestIdHeader))
  const statements = all.filter(({ parentSpanId }) => parentSpanId === call.spanId)
  expect(statements.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['begin', 'commit', 'insert ledger_postings']),
  )
  expect(statements.every(({ traceId }) => traceId === call.traceId)).toBe(true)
  const sent = wordsSent()
  for (const word of [clerk.token, customer.phoneNumber, '654321', '@']) expect(sent).not.toContain(word)
})

it('continues the trace of a proxy, and names the problem of a call that is refused', async () => {
  received.length = 0
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const parentSpanId = 'b7ad6b7169203331'
  const headers = { traceparent: `00-${traceId}-${parentSpanId}-01` }
  await post(calls.savings.depositSaving.path, {}, headers)
  const called = async () => (await spans()).find(({ name }) => name === 'savings.depositSaving')
  await expect.poll(called).toBeTruthy()
  const call = await called()
  expect(call).toMatchObject({ traceId, parentSpanId })
  expect(attribute(call as Span, 'alajo.outcome')).toBe('signedOut')
  expect(call?.status.code ?? 0).toBe(0)
})

it('traces work that no call waits for, with its statements and its faults', async () => {
  received.length = 0
  const log = { error: () => {}, info: () => {} }
  const now = () => server.clock.now()
  await openRunWorker({ database: server.database, log, now }).run()
  const background = openBackground(log)
  background.run('failing work', () => Promise.reject(new Error('Adaeze')))
  await background.settled()
  await expect.poll(async () => (await spans()).map(({ name }) => name)).toContain('failing work')
  const all = await spans()
  const runs = all.find(({ name }) => name === 'runs') as Span
  expect(runs.status.code ?? 0).toBe(0)
  const statements = all.filter(({ parentSpanId }) => parentSpanId === runs.spanId)
  expect(statements.map(({ name }) => name)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^select /)]),
  )
  const failed = all.find(({ name }) => name === 'failing work') as Span
  expect(failed.status.code).toBe(SpanStatusCode.ERROR)
  expect(wordsSent()).not.toContain('Adaeze')
})

it('traces a backup that fails, whose reason only the log has', async () => {
  received.length = 0
  const folder = await mkdtemp(path.join(tmpdir(), 'alajo-tracing-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const program = path.join(folder, 'backup.mjs')
  await writeFile(program, `process.stderr.write('No room in /var/backups.\\n'); process.exitCode = 1`)
  const lines: object[] = []
  const worker = openBackupWorker({
    config: { ...server.services.config, backup: { ...server.services.config.backup, folder } },
    database: server.database,
    log: { error: (fields: object) => void lines.push(fields), info: () => {} } as never,
    now: () => server.clock.now(),
    program,
  })
  await worker.run()
  expect(lines).toContainEqual({ reason: 'No room in /var/backups.' })
  const failed = (await spans()).find(({ name }) => name === 'backup')
  expect(failed?.status.code).toBe(SpanStatusCode.ERROR)
  expect(wordsSent()).not.toContain('No room')
})

it('a collector that is away delays neither a call nor the stop', async () => {
  await tracing.close()
  const away = openTracing({ endpoint: 'http://127.0.0.1:9', service: 'alajo' })
  onTestFinished(() => away.close())
  expect((await server.ask(calls.roles.getRoles, {})).message).not.toBe('')
  await expect(away.close()).resolves.toBeUndefined()
})
