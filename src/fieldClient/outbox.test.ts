import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Acts } from './acts'
import { waitMs } from './backoff'
import { Clock, dayOf } from './clock'
import { FileStore } from './fileStore'
import { makeKeys, sign } from './keys'
import { Outbox } from './outbox'
import { FieldError } from './request'
import { MemoryStore } from './store'
import type { Line, LineResult, LineState } from './wire'

const content = (naira: number) => ({
  savings_id: 12,
  amount: `${naira}.00`,
  day: '2026-11-30',
  recorded_at: '2026-11-30T09:30:00.000Z',
})
const lost = new FieldError('No reply')

/** Books each id once, as the server does; another content under an id is a conflict. */
function fakeServer(states: Record<string, LineState> = {}) {
  const booked = new Map<string, { content: string; result: LineResult }>()
  const batches: string[][] = []
  const post = async (lines: readonly Line[]) => {
    batches.push(lines.map(({ amount }) => amount))
    const unreadable = lines.find(({ amount }) => amount === '0.00')
    if (unreadable) throw new FieldError('The input is not valid.', { code: 'invalid', status: 422 })
    const results = lines.map((line): LineResult => {
      const { id } = line
      const state = states[line.amount] ?? 'booked'
      const result = { id, state, message: null, reference: `SD-${booked.size + 1}` }
      if (state === 'not yet') return result
      const known = booked.get(id) ?? { content: JSON.stringify(line), result }
      if (known.content !== JSON.stringify(line)) return { ...result, state: 'conflict' }
      booked.set(id, known)
      return known.result
    })
    return { results }
  }
  return { post, booked, batches }
}
const statesOf = (outbox: Outbox) => outbox.entries.map(({ result }) => result?.state)

describe('the outbox', () => {
  it('sends the oldest first, at most 100 at once, and only what has no result', async () => {
    const outbox = await Outbox.open(new MemoryStore())
    for (let at = 1; at <= 250; at += 1) await outbox.add(content(at))
    const { post, batches } = fakeServer()
    await outbox.send(post)
    expect(batches.map((one) => [one.length, one[0]])).toEqual([
      [100, '1.00'],
      [100, '101.00'],
      [50, '201.00'],
    ])
    await outbox.send(post)
    expect([batches.length, outbox.open.length]).toEqual([3, 0])
  })

  it('sends the same lines with the same ids after a lost reply: they are booked once', async () => {
    const outbox = await Outbox.open(new MemoryStore())
    await outbox.add(content(1))
    const { post, booked } = fakeServer()
    const losing = async (lines: readonly Line[]) => {
      await post(lines)
      throw lost
    }
    await expect(outbox.send(losing)).rejects.toThrow(lost)
    await outbox.add(content(2))
    expect(outbox.pending).toHaveLength(2)
    await outbox.send(post)
    expect([booked.size, statesOf(outbox)]).toEqual([2, ['booked', 'booked']])
    expect(outbox.entries[0]?.result?.reference).toBe('SD-1')
  })

  it('keeps each result by its id, whatever the order and number of results', async () => {
    const outbox = await Outbox.open(new MemoryStore())
    const [one, two, three] = [
      await outbox.add(content(1)),
      await outbox.add(content(2)),
      await outbox.add(content(3)),
    ]
    const result = ({ id }: Line, state: LineState) => ({ id, state, message: null, reference: null })
    await outbox.send(async () => ({
      results: [
        result(two, 'refused'),
        result(one, 'booked'),
        result(one, 'booked'),
        { id: 'of nobody', state: 'booked', message: null, reference: null },
      ],
    }))
    expect(statesOf(outbox)).toEqual(['booked', 'refused', undefined])
    expect(outbox.pending.map(({ line }) => line.id)).toEqual([three.id])
  })

  it('lets a late result change nothing that reached its end', async () => {
    const outbox = await Outbox.open(new MemoryStore())
    const { id } = await outbox.add(content(1))
    await outbox.send(fakeServer().post)
    await outbox.add(content(2))
    await outbox.send(async () => ({
      results: [{ id, state: 'refused', message: 'late', reference: null }],
    }))
    expect(statesOf(outbox)).toEqual(['booked', undefined])
  })

  it('keeps what a refused line says, and sends the others', async () => {
    const outbox = await Outbox.open(new MemoryStore())
    for (const naira of [1, 2, 3]) await outbox.add(content(naira))
    await outbox.send(fakeServer({ '2.00': 'refused' }).post)
    expect(statesOf(outbox)).toEqual(['booked', 'refused', 'booked'])
  })

  it('finds the one line that the server can’t read, and keeps it for the agent', async () => {
    const outbox = await Outbox.open(new MemoryStore())
    for (const naira of [1, 2, 0, 4, 5]) await outbox.add(content(naira))
    const { post, booked } = fakeServer()
    await outbox.send(post)
    expect(statesOf(outbox)).toEqual(['booked', 'booked', 'invalid', 'booked', 'booked'])
    expect([booked.size, outbox.open.length, outbox.pending.length]).toEqual([4, 1, 0])
  })

  it('asks about what waits only when told to, and sends what is not yet due at each turn', async () => {
    const outbox = await Outbox.open(new MemoryStore())
    for (const naira of [1, 2]) await outbox.add(content(naira))
    await outbox.send(fakeServer({ '1.00': 'waiting', '2.00': 'not yet' }).post)
    const later = fakeServer({ '1.00': 'rejected' })
    await outbox.send(later.post)
    expect(statesOf(outbox)).toEqual(['waiting', 'booked'])
    await outbox.send(later.post, { all: true })
    expect(statesOf(outbox)).toEqual(['rejected', 'booked'])
  })

  it('sends again what the app could not store before it ended', async () => {
    const store = new MemoryStore()
    const outbox = await Outbox.open(store)
    await outbox.add(content(1))
    const { post, booked } = fakeServer()
    const put = store.put.bind(store)
    store.put = async () => Promise.reject(new Error('The disk is full.'))
    await expect(outbox.send(post)).rejects.toThrow('full')
    expect(outbox.pending).toHaveLength(1)
    await expect(outbox.add(content(2))).rejects.toThrow('full')
    expect(outbox.entries).toHaveLength(1)
    store.put = put
    const again = await Outbox.open(store)
    await again.send(post)
    expect([booked.size, statesOf(again)]).toEqual([1, ['booked']])
  })

  it('sends each line once while two turns overlap', async () => {
    const outbox = await Outbox.open(new MemoryStore())
    await outbox.add(content(1))
    const { post, batches } = fakeServer()
    await Promise.all([outbox.send(post), outbox.send(post)])
    expect(batches).toEqual([['1.00']])
  })

  it('forgets only what reached its end before a day', async () => {
    const outbox = await Outbox.open(new MemoryStore())
    for (const naira of [1, 2]) await outbox.add(content(naira))
    await outbox.send(fakeServer({ '2.00': 'waiting' }).post)
    await outbox.forget('2026-11-30')
    expect(outbox.entries).toHaveLength(2)
    await outbox.forget('2026-12-01')
    expect(statesOf(outbox)).toEqual(['waiting'])
  })
})

describe('acts', () => {
  const asked = { recorded_at: '2026-11-30T09:30:00Z', customer_id: 12 }

  it('are sent with the same body after a lost reply, the oldest first, until each has an outcome', async () => {
    const store = new MemoryStore()
    const acts = await Acts.open(store)
    await Promise.all([1, 2, 3].map((number) => acts.add('/withdrawals', { ...asked, number })))
    const sent: string[] = []
    const post = async (path: string, body: object) => {
      sent.push(path + JSON.stringify(body))
      if (sent.length === 2) throw lost
      return { reference: `WR-${sent.length}` }
    }
    await expect(acts.send(post)).rejects.toThrow(lost)
    const again = await Acts.open(store)
    await again.send(post)
    expect([sent.length, sent[1] === sent[2], again.pending.length]).toEqual([4, true, 0])
    expect(again.all.map(({ body, outcome }) => [body.number, outcome])).toEqual([
      [1, { reply: { reference: 'WR-1' } }],
      [2, { reply: { reference: 'WR-3' } }],
      [3, { reply: { reference: 'WR-4' } }],
    ])
    await again.forget('2026-12-01T00:00:00Z')
    expect(again.all).toEqual([])
  })

  it('keep a refusal and go on; a device that was shut says nothing of an act', async () => {
    const acts = await Acts.open(new MemoryStore())
    for (const number of [1, 2]) await acts.add('/withdrawals', { ...asked, number })
    const codes = ['refused', 'signedOut'] as const
    let at = 0
    const post = async () => {
      at += 1
      throw new FieldError('No.', { code: codes[at - 1] ?? 'busy' })
    }
    await expect(acts.send(post)).rejects.toThrow('No.')
    expect(acts.all.map(({ outcome }) => outcome)).toEqual([{ refusal: 'No.', code: 'refused' }, undefined])
  })
})

describe('a store in a file', () => {
  async function storeFile() {
    const folder = await mkdtemp(path.join(tmpdir(), 'field-store-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    return path.join(folder, 'field.jsonl')
  }

  it('has the outbox and what else was kept after it was opened again, in the order of recording', async () => {
    const file = await storeFile()
    const store = await FileStore.open(file)
    const outbox = await Outbox.open(store)
    await Promise.all([1, 2, 3].map((naira) => outbox.add(content(naira))))
    await store.set('device', { device_id: 7 })
    await outbox.send(fakeServer({ '2.00': 'waiting' }).post)
    await outbox.forget('2026-12-01')
    await store.close()
    for (let opening = 1; opening <= 2; opening += 1) {
      const again = await FileStore.open(file)
      const reopened = await Outbox.open(again)
      expect(reopened.entries.map(({ line, result }) => [line.amount, result?.state])).toEqual([
        ['2.00', 'waiting'],
      ])
      expect(await again.get('device')).toEqual({ device_id: 7 })
      await again.close()
    }
  })

  it('leaves out a line that was half written, at any byte, and nothing before it', async () => {
    const file = await storeFile()
    const store = await FileStore.open(file)
    const outbox = await Outbox.open(store)
    await outbox.add(content(1))
    const { length: whole } = await readFile(file)
    await outbox.add(content(2))
    await store.close()
    const bytes = await readFile(file)
    for (let cut = bytes.length - 1; cut > whole; cut -= 17) {
      await writeFile(file, bytes.subarray(0, cut))
      const cutStore = await FileStore.open(file)
      expect((await cutStore.entries()).map(({ line }) => line.amount)).toEqual(['1.00'])
      await cutStore.close()
    }
  })
})

describe('the clock', () => {
  const server = Date.parse('2026-11-30T22:30:00Z')

  it('that is an hour ahead records the right time and day once the server said its time', () => {
    const clock = new Clock(() => server + 3_600_000)
    expect(dayOf(clock.time())).toBe('2026-12-01')
    clock.measure('2026-11-30T22:30:00Z', { sentAt: server + 3_599_900, receivedAt: server + 3_600_100 })
    expect([clock.aheadMs, clock.time(), dayOf(clock.time())]).toEqual([
      3_600_000,
      '2026-11-30T22:30:00.000Z',
      '2026-11-30',
    ])
    expect(clock.deviceTime()).toBe('2026-11-30T23:30:00.000Z')
  })

  it('is measured by the quickest reply, until it was set', () => {
    const clock = new Clock(() => server)
    clock.measure('2026-11-30T22:30:00Z', { sentAt: server - 50, receivedAt: server + 50 })
    clock.measure('2026-11-30T22:29:58Z', { sentAt: server - 4000, receivedAt: server + 4000 })
    expect(clock.aheadMs).toBe(0)
    clock.measure('2026-11-30T21:30:00Z', { sentAt: server - 4000, receivedAt: server + 4000 })
    expect(clock.aheadMs).toBe(3_600_000)
  })
})

it('waits longer after each failure, never less than the server asks for', () => {
  expect([1, 2, 3, 20].map((failures) => waitMs(failures, 0, 1))).toEqual([1000, 2000, 4000, 300_000])
  expect(waitMs(1, 30, 0)).toBe(30_000)
})

it.each(['Ed25519', 'P-256'] as const)('a key pair of %s signs four lines of text', async (only) => {
  const keys = await makeKeys({ only })
  const signature = Uint8Array.from(atob(await sign(keys, 'token', 'a nonce', '7')), (one) =>
    one.charCodeAt(0),
  )
  const algorithm = only === 'P-256' ? { name: 'ECDSA', hash: 'SHA-256' } : only
  const text = new TextEncoder().encode('alajo-field-v1\ntoken\na nonce\n7')
  expect(await crypto.subtle.verify(algorithm, keys.pair.publicKey, signature, text)).toBe(true)
  await expect(crypto.subtle.exportKey('pkcs8', keys.pair.privateKey)).rejects.toThrow()
})
