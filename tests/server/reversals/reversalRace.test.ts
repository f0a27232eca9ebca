import { expect, it } from 'vitest'
import { calls } from '#contract/index'
import { verifyLedger } from '#server/ledger/verify'
import { naira } from '../support/people'
import { roundsOf } from '../support/rounds'
import { openReversalDesk } from './reversalDesk'

const rounds = roundsOf(8)
const desk = await openReversalDesk()
const { server, asker, approver, other, saver, deposit, ask, request, decide, balance } = desk
const outcomes = async (...replies: Promise<{ status: unknown }>[]) =>
  (await Promise.all(replies)).map(({ status }) => String(status)).toSorted()

it('two admins who approve at once reverse a movement once', async () => {
  for (let round = 0; round < rounds; round++) {
    const { saving } = await saver()
    const wrong = await deposit(saving.id, naira(100))
    await deposit(saving.id, naira(500))
    const { id } = await ask(wrong)
    expect(await outcomes(decide(id, approver), decide(id, other))).toEqual(['200', '400'])
    expect(await balance(saving.reference)).toBe(naira(500))
  }
  expect((await verifyLedger(server.database)).faults).toEqual([])
})

it('two admins who request at once make one request', async () => {
  for (let round = 0; round < rounds; round++) {
    const { saving } = await saver()
    const wrong = await deposit(saving.id, naira(100))
    expect(await outcomes(request(wrong, asker), request(wrong, other))).toEqual(['200', '400'])
  }
})

it('an approval while the balance goes is made or refused, and nothing is overdrawn', async () => {
  for (let round = 0; round < rounds; round++) {
    const one = await saver()
    const wrong = await deposit(one.saving.id, naira(100))
    const { id } = await ask(wrong)
    const body = { customer_id: one.customer.id, savings_ref: one.saving.reference, amount: naira(100) }
    const spend = server.ask(calls.customers.savingWalletToMainWallets, body, desk.recorder)
    expect(await outcomes(decide(id), spend)).toEqual(['200', '400'])
    expect(await balance(one.saving.reference)).toBe(0)
  }
  expect((await verifyLedger(server.database)).faults).toEqual([])
})

it('an approval while the wallet is closed is made or refused, and the wallet is empty', async () => {
  for (let round = 0; round < rounds; round++) {
    const { saving, main } = await saver()
    const wrong = await deposit(saving.id, naira(100))
    const { id } = await ask(wrong)
    const [approved, closed] = await Promise.all([
      decide(id),
      server.ask(calls.savings.closeSaving, { savings_id: saving.id }, desk.recorder),
    ])
    expect(closed.status).toBe('200')
    expect(await balance(saving.reference)).toBe(0)
    expect(await balance(main)).toBe(approved.status === '200' ? 0 : naira(100))
  }
  expect((await verifyLedger(server.database)).faults).toEqual([])
})
