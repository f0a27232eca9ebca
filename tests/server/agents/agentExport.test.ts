import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { exportCap } from '#contract/values'
import { agentActivity } from '#server/db/tables/schema'
import { csvCells } from '../../csvCells'
import { openServer } from '../support/harness'

const server = await openServer()
const { getAgents, agentHistory } = calls.agents
const exporter = () => server.enter('can-view-agent', 'can-view-agent-history', 'can-download-csv-file')
const me = await exporter()
const file = (search?: string, from = me) =>
  server.ask(getAgents, { page: 1, download: 'csv', ...(search && { search }) }, from)
const historyFile = (from = me) => server.ask(agentHistory, { page: 1, download: 'csv' }, from)

describe('the file of a list', () => {
  const headers = [
    'Full Name',
    'Phone',
    'Email',
    'State',
    'LGA',
    'Status',
    'Created',
    'First Name',
    'Last Name',
    'Home Address',
    'Office Address',
  ]

  it('begins with a byte-order mark and its columns and has no internal fields', async () => {
    const agent = await server.makeAgent({ passwordHash: 'zq9hash', otpGeneratedAt: server.clock.now() })
    const reply = await file()
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
    })
    expect(reply.text.split('\uFEFF')).toHaveLength(2)
    const [heading, row] = csvCells(reply.text.slice(1))
    expect(reply.text[0]).toBe('\uFEFF')
    expect(heading).toEqual(headers)
    expect(row).toEqual([
      'Bola Ige',
      agent.phoneNumber,
      agent.email,
      'Lagos',
      'Ikeja',
      'ACTIVE',
      '2026-11-18 10:00:00',
      'Bola',
      'Ige',
      '',
      '',
    ])
    expect(reply.text).not.toContain('zq9')
  })

  it('has the rows of the list in its order, without deleted agents', async () => {
    for (const name of ['Csv One', 'Csv Two', 'Csv Three']) await server.makeAgent({ name })
    await server.makeAgent({ name: 'Csv Gone', status: 'DELETED' })
    const rows = csvCells((await file('csv')).text.slice(1))
    expect(rows.map(([name]) => name)).toEqual(['Full Name', 'Csv Three', 'Csv Two', 'Csv One'])
  })

  it('without rows has only its heading', async () => {
    expect(csvCells((await file('nothing like it')).text.slice(1))).toEqual([headers])
  })

  it.each([
    ['=HYPERLINK("http://x.test")', `'=HYPERLINK("http://x.test")`],
    ['+1+cmd', "'+1+cmd"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tTab', "'\tTab"],
    ['\rReturn', "'\rReturn"],
    ['Plain, with "quotes"\r\nand lines', 'Plain, with "quotes"\r\nand lines'],
    ['a = b', 'a = b'],
    ['Ọ̀ṣun ₦', 'Ọ̀ṣun ₦'],
  ])('escapes %j so that no spreadsheet runs it', async (homeAddress, cell) => {
    const { phoneNumber } = await server.makeAgent({
      homeAddress,
      name: 'Cell Holder',
      firstName: homeAddress,
    })
    const row = csvCells((await file(phoneNumber)).text.slice(1))[1]
    expect([row?.[9], row?.[7]]).toEqual([cell, cell])
  })

  it('keeps the leading zero of phone numbers', async () => {
    const { phoneNumber } = await server.makeAgent({ phoneNumber: '08000000123' })
    expect(csvCells((await file(phoneNumber)).text.slice(1))[1]?.[1]).toBe('08000000123')
  })
})

/** Fetches the history's file over a real connection, whose reader may disconnect. */
async function fetchHistory(accepted: string): Promise<IncomingMessage> {
  const { port } = server.app.server.address() as AddressInfo
  const headers = { logintoken: me.token, 'content-type': 'application/json', 'accept-encoding': accepted }
  const sent = request({ host: '127.0.0.1', port, path: '/api/admin/agenthistory', method: 'POST', headers })
  sent.end('{"page":1,"download":"csv"}')
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  return reply
}

describe('a long file', async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { id } = await server.makeAgent({ name: 'Busy Agent' })
  await server.database.execute(sql`
    insert into agent_activity (agent_id, action, status, created_at)
    select ${id}, 'Collected ' || n, 'success', timestamptz '2026-11-01T00:00:00Z' + n * interval '1 second'
      from generate_series(1, ${exportCap + 50}) n`)

  it('stops at the newest 20,000 rows', async () => {
    expect(await server.database.$count(agentActivity)).toBe(20_050)
    const rows = csvCells((await historyFile()).text.slice(1))
    expect(rows).toHaveLength(20_001)
    expect(rows[0]).toEqual(['Date', 'Full Name', 'Action', 'Status'])
    expect(rows[1]).toEqual(['2026-11-01 06:34:10', 'Busy Agent', 'Collected 20050', 'success'])
    expect(rows.at(-1)?.[2]).toBe('Collected 51')
    expect(new Set(rows.map((row) => row[2])).size).toBe(20_001)
  })

  it('counts to a limit of two at once for each admin', async () => {
    const other = await exporter()
    // Opens all connections first, so that the requests overlap.
    await Promise.all(Array.from({ length: 8 }, () => server.database.execute(sql`select pg_sleep(0.05)`)))
    const [first, second, third, theirs] = await Promise.all([
      historyFile(),
      historyFile(),
      historyFile(),
      historyFile(other),
    ])
    const all = [first, second, third]
    expect(all.filter(({ http }) => http === 200)).toHaveLength(2)
    const message = 'Two downloads are already running. Wait for one to finish.'
    expect(all.find(({ http }) => http === 429)).toMatchObject({ status: '400', message })
    expect(all.find(({ http }) => http === 429)?.headers['retry-after']).toBe('5')
    expect(theirs.http).toBe(200)
    expect((await historyFile()).http).toBe(200)
  })

  it.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
    ['gzip, deflate', 'gzip', gunzipSync],
  ])('for a reader of %j is encoded as %s with the same content', async (accepted, encoding, unpack) => {
    const reply = await fetchHistory(accepted)
    const parts: Buffer[] = []
    for await (const part of reply) parts.push(part as Buffer)
    expect(reply.headers['content-encoding']).toBe(encoding)
    expect(reply.headers.vary).toContain('accept-encoding')
    expect(unpack(Buffer.concat(parts)).toString()).toBe((await historyFile()).text)
  })

  it.each(['identity', 'br'])(
    'in %s, cancelled by its reader, frees its slot and the connection',
    async (encoding) => {
      const cancel = async () => {
        const reply = await fetchHistory(encoding)
        reply.on('error', () => {}).once('data', () => reply.destroy())
        await once(reply, 'close')
      }
      server.log.length = 0
      // More rounds than connections.
      for (let round = 0; round < 20; round++) {
        await cancel()
        await expect.poll(async () => (await file('nobody')).http).toBe(200)
      }
      expect((await historyFile()).http).toBe(200)
      await expect
        .poll(() => server.log.filter(({ call }) => call === 'agents.agentHistory'))
        .toHaveLength(21)
      expect(server.log.filter(({ msg }) => msg !== 'call')).toEqual([])
    },
  )
})
