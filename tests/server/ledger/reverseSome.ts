import { expect } from 'vitest'
import { calls } from '#contract/index'
import type { TestServer } from '../support/harness'

/** Reverses the newest deposit and the newest repayment that can be, by the calls. */
export async function reverseSome(server: TestServer) {
  const rights = ['can-request-reversal', 'can-approve-reversal'] as const
  const [asker, approver] = [await server.enter(...rights), await server.enter(...rights)]
  for (const source of ['Savings deposit', 'Loan repayment']) {
    const { rows } = await server.database.$client.query(
      `select p.reference from ledger_postings p join ledger_accounts a on a.id = p.account_id and a.balance > p.amount
        where p.source = $1 and a.kind in ('savings', 'loan') order by p.id desc limit 1`,
      [source],
    )
    const body = { reference: rows[0].reference, reason: 'Typed wrongly' }
    const { data } = (await server.ask(calls.reversals.requestReversal, body, asker)).output()
    const { rows: found } = await server.database.$client.query(
      'select id from reversals where reference = $1',
      [data.reference],
    )
    const decision = { id: Number(found[0].id), status: 'accept' as const }
    expect((await server.ask(calls.reversals.reversalDecision, decision, approver)).status).toBe('200')
  }
}
