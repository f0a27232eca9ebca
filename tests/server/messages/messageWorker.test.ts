import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { customerMessages } from '#server/db/tables/messages'
import { customers } from '#server/db/tables/schema'
import { maxAttempts, outagePauseMs, retryPausesMs, tooOldMs } from '#server/process/workers/messageWorker'
import { SmsFault } from '#server/sms/sms'
import { naira } from '../support/people'
import { onPostgres } from '../support/testDatabase'
import { openGate, openMessageDesk, outage } from './messageDesk'

const { server, database, saver, deposit, messagesTo, worker } = await openMessageDesk()
const minutes = (ms: number) => ms / 60_000

beforeEach(async () => {
  await database.delete(customerMessages)
})

/** A customer with one message that waits. */
async function waiting(fields: Parameters<typeof saver>[0] = {}) {
  const customer = await saver(fields)
  await deposit(customer.saving.id, naira(500))
  const state = async () => {
    const [message] = await messagesTo(customer.id)
    if (!message) throw new Error('There is no message.')
    return message
  }
  return { ...customer, state }
}

describe('the worker', () => {
  it('sends each message once, to the number that the customer has then', async () => {
    const one = await waiting()
    await database.update(customers).set({ phoneNumber: '08099990001' }).where(eq(customers.id, one.id))
    const { run, sent } = worker()
    await run()
    await run()
    const { id, text } = await one.state()
    expect(sent).toEqual([{ id, phone: '08099990001', text }])
    expect(await one.state()).toMatchObject({
      state: 'sent',
      attempts: 1,
      dueAt: null,
      problem: null,
      lastAttemptAt: server.clock.now(),
    })
  })

  it('tries again after growing pauses, and gives up after the last one', async () => {
    const one = await waiting()
    const { run, sent } = worker(outage)
    for (const [at, pause] of [...retryPausesMs, undefined].entries()) {
      await run()
      const last = pause === undefined
      expect(await one.state()).toMatchObject({
        state: last ? 'failed' : 'waiting',
        attempts: at + 1,
        problem: 'HTTP 500',
        dueAt: last ? null : new Date(server.clock.now().getTime() + (pause ?? 0)),
      })
      server.clock.pass(minutes((pause ?? 0) - 1))
      await run()
      expect((await one.state()).attempts).toBe(at + 1)
      server.clock.pass(minutes(1))
    }
    expect((await one.state()).attempts).toBe(maxAttempts)
    server.clock.pass(60 * 24)
    await run()
    expect(await one.state()).toMatchObject({ state: 'failed', attempts: maxAttempts })
    expect(sent).toEqual([])
    expect(retryPausesMs).toEqual(retryPausesMs.toSorted((a, b) => a - b))
  })

  it('sends after a failure, and forgets the problem', async () => {
    const one = await waiting()
    let isDown = true
    const { run, sent } = worker(() => isDown && outage())
    await run()
    isDown = false
    server.clock.pass(1)
    await run()
    expect(sent).toHaveLength(1)
    expect(await one.state()).toMatchObject({ state: 'sent', attempts: 2, problem: null })
  })

  it('pauses all messages while the gateway is down, but not for one that it refuses', async () => {
    const all = [await waiting(), await waiting(), await waiting(), await waiting(), await waiting()]
    const bad = all[0]?.phoneNumber
    const refusing = worker(({ phone }) => {
      if (phone === bad) throw new SmsFault('HTTP 400', false)
    })
    await refusing.run()
    expect(refusing.sent).toHaveLength(4)
    expect(await all[0]?.state()).toMatchObject({ state: 'waiting', problem: 'HTTP 400', attempts: 1 })

    await database.delete(customerMessages)
    for (let at = 0; at < 12; at++) await waiting()
    let tries = 0
    const down = worker(() => {
      tries += 1
      outage()
    })
    await down.run()
    const inOneRun = tries
    expect(inOneRun).toBeLessThan(12)
    await down.run()
    expect(tries).toBe(inOneRun)
    server.clock.pass(minutes(outagePauseMs))
    await down.run()
    expect(tries).toBeGreaterThan(inOneRun)
  })

  it('sends all that waits at once when the gateway works again, whatever its next attempt', async () => {
    const early = await waiting()
    let isDown = true
    const { run } = worker(() => {
      if (isDown) outage()
    })
    for (const pause of retryPausesMs.slice(0, 5)) {
      await run()
      server.clock.pass(minutes(pause))
    }
    await run()
    isDown = false
    server.clock.pass(2)
    const late = await waiting()
    await run()
    for (const one of [early, late]) expect((await one.state()).state).toBe('sent')
  })

  it('tries at once what a clock ahead made due in the future, and nothing before its pause', async () => {
    const [fresh, tried] = [await waiting(), await waiting()]
    const isDown = worker(outage)
    await isDown.run()
    await database.update(customerMessages).set({ attempts: 3 })
    const { run, sent } = worker()
    const dueIn = (hours: number) =>
      database
        .update(customerMessages)
        .set({ dueAt: new Date(server.clock.now().getTime() + hours * 3_600_000) })
        .where(eq(customerMessages.state, 'waiting'))
    await dueIn(0.25)
    await run()
    expect(sent).toEqual([])
    await dueIn(24 * 365)
    await run()
    expect(sent).toHaveLength(2)
    for (const one of [fresh, tried]) expect(await one.state()).toMatchObject({ state: 'sent', attempts: 4 })
    const written = await waiting()
    await dueIn(1)
    await run()
    expect((await written.state()).state).toBe('sent')
  })

  it('sends what an older release stored in letters outside of an SMS in plain ones', async () => {
    await waiting()
    await database.update(customerMessages).set({ text: 'Received by Ɗanladi Ƙasimu' })
    const { run, sent } = worker()
    await run()
    expect(sent.map(({ text }) => text)).toEqual(['Received by Danladi Kasimu'])
  })

  it('sends nothing to customers who switched messages off or were deleted meanwhile', async () => {
    const [silent, gone] = [await waiting(), await waiting()]
    await database.update(customers).set({ takesMessages: false }).where(eq(customers.id, silent.id))
    await database.update(customers).set({ isDeleted: true }).where(eq(customers.id, gone.id))
    const { run, sent } = worker()
    await run()
    expect(sent).toEqual([])
    for (const one of [silent, gone])
      expect(await one.state()).toMatchObject({ state: 'off', attempts: 0, dueAt: null })
  })

  it('gives up what waited too long because no server ran', async () => {
    const one = await waiting()
    server.clock.pass(minutes(tooOldMs) + 1)
    const { run, sent } = worker()
    await run()
    expect(sent).toEqual([])
    expect(await one.state()).toMatchObject({ state: 'failed', problem: 'too old', attempts: 0 })
  })

  it('leaves numbers, texts and names out of the log', async () => {
    const one = await waiting()
    const { text } = await one.state()
    let isDown = true
    const { run } = worker(() => isDown && outage())
    const from = server.log.length
    await run()
    isDown = false
    server.clock.pass(1)
    await run()
    const lines = server.log.slice(from)
    expect(lines.map(({ msg, code }) => [msg, code])).toEqual([
      ['messages can not be sent', 'HTTP 500'],
      ['messages can be sent again', undefined],
    ])
    const logged = JSON.stringify(lines)
    for (const secret of [one.phoneNumber, text, one.firstName]) expect(logged).not.toContain(secret)
  })
})

describe('two workers at once', () => {
  it('send each message once', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, () => waiting()))
    const answer = () => sleep(Math.random() * 5)
    const workers = [worker(answer), worker(answer), worker(answer)]
    await Promise.all(workers.map(({ run }) => run()))
    const sent = workers.flatMap((one) => one.sent.map(({ id }) => id))
    expect(sent).toHaveLength(all.length)
    expect(new Set(sent).size).toBe(all.length)
    if (onPostgres) expect(workers.filter((one) => one.sent.length > 0).length).toBeGreaterThan(1)
  })

  it('do not send what a slow one is still sending; they repeat what a killed one left', async () => {
    const one = await waiting()
    const gate = openGate()
    const slow = worker(() => gate.passed)
    const running = slow.run()
    await expect.poll(async () => (await one.state()).attempts).toBe(1)
    const other = worker()
    await other.run()
    expect(other.sent).toEqual([])
    // The first one never returns: after the pause another server takes over.
    server.clock.pass(minutes(retryPausesMs[0] ?? 0))
    await other.run()
    expect(other.sent).toHaveLength(1)
    gate.open()
    await running
    expect(await one.state()).toMatchObject({ state: 'sent', attempts: 2 })
  })
})

describe('a stop', () => {
  it('waits for what is being sent and starts nothing more', async () => {
    for (let at = 0; at < 10; at++) await waiting()
    const gate = openGate()
    let tries = 0
    const one = worker(() => {
      tries += 1
      return gate.passed
    })
    one.start()
    await expect.poll(() => tries).toBe(4)
    const stopped = one.stop()
    gate.open()
    await stopped
    expect(one.sent).toHaveLength(4)
    const rows = await database.select().from(customerMessages)
    expect(rows.filter(({ state }) => state === 'sent')).toHaveLength(4)
    expect(rows.filter(({ state }) => state === 'waiting')).toHaveLength(6)
  })
})

it('the database is free while the gateway is slow', async () => {
  await waiting()
  const gate = openGate()
  let isSending = false
  const slow = worker(() => {
    isSending = true
    return gate.passed
  })
  const running = slow.run()
  await expect.poll(() => isSending).toBe(true)
  const customer = await saver()
  expect((await deposit(customer.saving.id)).status).toBe('200')
  gate.open()
  await running
})
