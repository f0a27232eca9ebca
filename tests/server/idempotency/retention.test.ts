import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { calls } from '#contract/index'
import { marketDays } from '#server/db/tables/money'
import { adminActivity, idempotencyKeys, sessions, signIns, signInThrottles } from '#server/db/tables/schema'
import { purgeExpired } from '#server/process/workers/retention'
import { openServer } from '../support/harness'
import { password } from '../support/people'

const server = await openServer()
const me = await server.enter('can-create-market-day')
const dayMs = 24 * 3_600_000
const daysLater = (days: number) => new Date(server.clock.now().getTime() + days * dayMs)

const purgeable = async () => ({
  keys: await server.database.$count(idempotencyKeys),
  sessions: await server.database.$count(sessions),
  signIns: await server.database.$count(signIns),
  throttles: await server.database.$count(signInThrottles),
})
const permanent = async () => ({
  markets: await server.database.$count(marketDays),
  activity: await server.database.$count(adminActivity),
})

it('expired rows are purged after thirty days; money and the log are kept', async () => {
  const key = randomUUID()
  const body = { name: 'Mile 12', period: 1, state: 'Lagos', lga: 'Kosofe', status: 'active' } as const
  const first = await server.ask(calls.markets.createMarket, body, { ...me, key })
  expect(first.status).toBe('200')
  const { email } = await server.makeAdmin()
  await server.stepOne(email, 'a wrong password')
  expect((await server.stepOne(email, password)).status).toBe('200')
  await server.stepOne('nobody@alajo.test', 'a wrong password')
  const before = await purgeable()
  for (const [what, rows] of Object.entries(before)) expect(rows, what).toBeGreaterThan(0)
  const stays = await permanent()
  expect(stays).toEqual({ markets: 1, activity: expect.any(Number) })

  await purgeExpired(server.database, daysLater(29))
  expect(await purgeable()).toEqual(before)
  expect((await server.ask(calls.markets.createMarket, body, { ...me, key })).text).toBe(first.text)

  await purgeExpired(server.database, daysLater(32))
  expect(await purgeable()).toEqual({ keys: 0, sessions: 0, signIns: 0, throttles: 0 })
  expect(await permanent()).toEqual(stays)
})
