import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Column } from '#contract/call'
import { agentCalls } from '#contract/calls/agents'
import { CsvRows } from '#server/wire/csvRows'
import { agentHandlers } from '#server/modules/agents/handlers'
import { openServer } from '../support/harness'
import { sentences } from '../../sentences'

const columns = [{ field: 'name', header: 'Name', kind: 'text' }] as readonly Column<never>[]
const noData = sentences.noData
let partsBefore = 0
let closed = 0

/** Called when the first lines are asked for, which wait for it. */
let whenAsked: (() => Promise<void>) | undefined

/** Lines of a file that fails after this many parts, with an error that quotes a row. */
async function* breaking() {
  try {
    await whenAsked?.()
    for (let part = 0; part < partsBefore; part++) yield `part ${part}\r\n`
    throw Object.assign(new Error('zq9 quotes a row'), { code: '57P01', routine: 'Fetch' })
  } finally {
    closed += 1
  }
}
agentHandlers.getAgents = async () => new CsvRows(columns, breaking)

const server = await openServer()
// A stream, as on PostgreSQL: what is sent can't be taken back.
server.services.singleConnection = false
const me = await server.enter('can-view-agent', 'can-download-csv-file')
const ask = (headers = {}) =>
  server.ask(agentCalls.getAgents, { page: 1, download: 'csv' }, { ...me, headers })

describe('a file whose rows can not be read', () => {
  it('from the first on is refused like any call', async () => {
    partsBefore = 0
    for (let round = 0; round < 5; round++) {
      server.log.length = 0
      const reply = await ask()
      expect(reply).toMatchObject({ http: 503, json: { status: '400', message: noData } })
      expect(reply.text).not.toContain('zq9')
      expect(server.log.map(({ msg }) => msg)).toEqual(['fault', 'call'])
    }
  })

  it('from a later one on is aborted and logged as an error', async () => {
    partsBefore = 2
    // More rounds than downloads at once: a slot that is not freed is noticed.
    for (let round = 0; round < 5; round++) {
      closed = 0
      server.log.length = 0
      await expect(ask()).rejects.toThrow('response destroyed before completion')
      await turn()
      expect(closed).toBe(1)
      expect(server.log).toMatchObject([
        { msg: 'fault', call: 'agents.getAgents', error: { code: '57P01' } },
        { msg: 'call', http: 200, problem: 'unavailable' },
      ])
      expect(JSON.stringify(server.log)).not.toContain('zq9')
    }
  })

  it('before its call timed out is not sent, and frees its slot and its cursor', async () => {
    partsBefore = 2
    const { requestMs } = server.services.config
    onTestFinished(() => void vi.useRealTimers())
    // As many rounds as downloads at once: without a free slot the file after them is refused.
    for (let round = 0; round < 2; round++) {
      closed = 0
      let release = () => {}
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      whenAsked = () => {
        vi.advanceTimersByTime(requestMs)
        vi.useRealTimers()
        return new Promise((done) => {
          release = done
        })
      }
      expect(await ask()).toMatchObject({
        http: 503,
        json: { status: '400', message: sentences.busy },
      })
      expect(closed).toBe(0)
      release()
      await expect.poll(() => closed).toBe(1)
    }
    whenAsked = undefined
    partsBefore = 0
    expect(await ask()).toMatchObject({ http: 503, json: { status: '400', message: noData } })
  })

  it.each(['br', 'gzip'])('before its first byte as %s is refused with a message', async (encoding) => {
    partsBefore = 2
    for (let round = 0; round < 5; round++) {
      closed = 0
      server.log.length = 0
      const reply = await ask({ 'accept-encoding': encoding })
      expect(reply).toMatchObject({ http: 503, json: { status: '400', message: noData } })
      expect(reply.headers).not.toHaveProperty('content-encoding')
      expect(closed).toBe(1)
      expect(server.log.map(({ msg }) => msg)).toEqual(['fault', 'call'])
    }
  })
})
