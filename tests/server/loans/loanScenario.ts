import { expect } from 'vitest'
import { calls } from '#contract/index'
import { openServer } from '../support/harness'
import { loanFixturesOf } from './loanFixtures'
import { naira, rate } from '../support/people'

const dayMinutes = 1440

/** A server with a loan in every state, one of them late, applied for on consecutive days. */
export async function openLoanScenario() {
  const server = await openServer()
  const parts = await loanFixturesOf(server)
  const me = await server.enter('can-view-all', 'can-download-csv-file')
  const musa = await server.enterAs({ name: 'Musa Bello', permissions: ['can-do-first-approval'] })
  const ngozi = await server.enterAs({ name: 'Ngozi Afolabi', permissions: ['can-do-second-approval'] })
  await parts.pay('MBW', naira(1_000_000))
  const sade = await parts.makeBorrower({ firstName: 'Sade', lastName: 'Ojo', phoneNumber: '08031112222' })
  const emeka = await parts.makeBorrower({ firstName: 'Emeka', lastName: '100%', phoneNumber: '08033334444' })

  const decide = async (id: number, status: 'accepted' | 'rejected', comment?: string) => {
    const by = (await parts.stateOf(id)).applicationStatus === 'pending' ? musa : ngozi
    const call = by === musa ? calls.loans.firstLoanApproval : calls.loans.secondLoanApproval
    expect((await server.ask(call, { id, status, comment }, by)).status).toBe('200')
  }
  async function disbursed(owner: { id: number; agentId: number }, terms: Parameters<typeof parts.apply>[1]) {
    const loan = await parts.apply(owner, terms)
    await decide(loan.id, 'accepted')
    await decide(loan.id, 'accepted')
    return loan
  }
  const repay = (loan: { id: number }) => parts.repay(loan.id)

  /** Moves the clock and opens new sessions, for none lasts a day. */
  async function pass(days: number) {
    server.clock.pass(days * dayMinutes)
    for (const one of [me, musa, ngozi]) one.token = await server.openSession(one.id)
  }

  const paid = await disbursed(sade, { amount: naira(1000), rate: rate(10), times: 1 })
  const repayment = await repay(paid)
  await pass(1)
  const active = await disbursed(sade, { amount: naira(5000), rate: rate(10), times: 2 })
  await pass(1)
  const late = await disbursed(emeka, { amount: naira(3000), rate: rate(0), times: 3 })
  await pass(1)
  const rejected = await parts.apply(sade)
  await decide(rejected.id, 'rejected', 'No guarantor')
  await pass(1)
  const pending = await parts.apply(sade, { amount: naira(700) })
  await pass(1)
  const waiting = await parts.apply(emeka)
  await decide(waiting.id, 'accepted')
  // The first two instalments of Emeka's loan are overdue: due on the 27th and on the 4th.
  await pass(12)

  return {
    server,
    parts,
    pass,
    me,
    musa,
    ngozi,
    sade,
    emeka,
    disbursed,
    repay,
    paid,
    repayment,
    active,
    late,
    rejected,
    pending,
    waiting,
  }
}
