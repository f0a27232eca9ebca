import { expect, it } from 'vitest'
import type { BodyOf, NamedRead, NamedWrite, Records } from '#contract/call'
import { arrearsGroups } from '#contract/calls/arrears'
import { movedFigures } from '#contract/calls/closing'
import { allCalls, calls } from '#contract/index'
import { desc, eq } from 'drizzle-orm'
import { entries } from '#server/db/tables/ledger'
import { savings, savingsHistory } from '#server/db/tables/money'
import { reversals } from '#server/db/tables/reversals'
import { changerOf } from '../support/changes'
import { openServer, manyCalls } from '../support/harness'
import { sampleOf } from '../support/samples'
import { recordsIn, recordsOf, statementLog } from '../support/tables'

const log = statementLog()
const server = await openServer({ env: { ALLOW_SAME_APPROVER: 'true' }, limits: manyCalls })
const changer = await changerOf(server)
const { signedIn, bodyOf, otherBodiesOf } = changer
const changes = allCalls.filter((call): call is NamedWrite => call.kind === 'write')
const reads = allCalls.filter((call): call is NamedRead => call.kind === 'read')
const sorted = (records: Iterable<Records>) => [...new Set(records)].toSorted()

it('every table is assigned to the records that calls declare, or to none', async () => {
  // A view has no rows of its own.
  const { book_entries: _view, ...ofTables } = recordsOf
  expect(Object.keys(ofTables).toSorted()).toEqual(Object.keys(await server.checksums()).toSorted())
})

/** The records whose tables an action changes. */
async function written(act: () => Promise<void>): Promise<Records[]> {
  const before = await server.checksums()
  await act()
  const after = await server.checksums()
  return sorted(
    Object.keys(after).flatMap((table) => (after[table] === before[table] ? [] : (recordsOf[table] ?? []))),
  )
}

it.each(changes)('$name writes exactly the records that it declares', async (call) => {
  const others = await otherBodiesOf(call)
  const bodies = [await bodyOf(call), ...others]
  const senders = await Promise.all(bodies.map(() => signedIn()))
  const touched = await written(async () => {
    for (const [at, body] of bodies.entries()) {
      const reply = await server.ask(call, body, senders[at])
      expect(reply.status, reply.text).toBe('200')
    }
  })
  expect(touched).toEqual(sorted([...call.writes, 'activity']))
})

/** Bodies that find a record, for a reply 'not found' is sent before the rest is read. */
async function bodiesOfOne(): Promise<Record<string, object>> {
  const { boss } = changer
  const agent = await server.makeAgent()
  await server.makeDevice(agent.id)
  const customer = await server.makeCustomer(agent.id)
  const guarantor = await server.makeGuarantor(customer)
  const role = await server.makeRole('Auditor', 'can-view-loan')
  const move = (await bodyOf(calls.customers.savingWalletToMainWallets)) as { customer_id: number }
  await server.ask(calls.customers.savingWalletToMainWallets, move as never, await signedIn())
  const [moved] = await server.database
    .select()
    .from(savingsHistory)
    .orderBy(desc(savingsHistory.id))
    .limit(1)
  const { agent_id, day, lines } = (await bodyOf(calls.collections.recordCollection)) as BodyOf<
    typeof calls.collections.recordCollection
  >
  const [wallet] = await server.database
    .select()
    .from(savings)
    .where(eq(savings.id, lines[0]?.savings_id ?? 0))
  const idOf = async (call: NamedWrite) => ((await bodyOf(call)) as { id: number }).id
  const { marketId } = (await bodyOf(calls.markets.deleteMarket)) as { marketId: number }
  const { permission_id } = (await bodyOf(calls.roles.editPermission)) as { permission_id: number }
  const customer_id = move.customer_id
  const { wallets } = (await bodyOf(calls.payouts.requestPayout)) as BodyOf<
    typeof calls.payouts.requestPayout
  >
  const [ended] = await server.database
    .select()
    .from(savings)
    .where(eq(savings.id, wallets[0] ?? 0))
  return {
    'session.getSingleAdminPermission': { admin_id: boss.id },
    'admins.getAdmin': { id: boss.id },
    'roles.getRole': { id: role.id },
    'roles.getPermission': { id: permission_id },
    'roles.getDirectPermissions': { admin_id: boss.id },
    'agents.getAgent': { id: agent.id },
    'agents.agentDevice': { agent_id: agent.id },
    'agents.agentDownline': { agent_id: agent.id },
    'customers.getCustomer': { customer_id },
    'customers.getCustomerByUserId': { user_id: customer_id },
    'customers.getCustomersBalance': { customer_id },
    'customers.getCustomerPage': { customer_id },
    'customers.getCustomerStatement': { customer_id },
    'customers.exportCustomer': { customer_id },
    'messages.getCustomerMessages': { page: 1, customer_id },
    'messages.getMessageSummary': { customer_id },
    'loans.getLoanCase': { id: await idOf(calls.loans.secondLoanApproval) },
    'loans.customerLoanHistory': { loan_id: await idOf(calls.loans.firstLoanApproval) },
    'markets.getMarket': { id: marketId },
    'guarantors.getGuarantorFileUpload': { id: guarantor.id },
    'guarantors.getGuarantorIdentity': { guarantor_id: guarantor.id },
    'guarantors.viewGuarantorIdentity': { guarantor_id: guarantor.id },
    'savings.savingsByMarket': { page: 1, agent_id: agent.id },
    'savings.savingDetails': { saving_history_id: moved?.id },
    'savings.customerSavingHistory': { savings_id: moved?.savingsId },
    'payouts.getEndedCycles': { saving_type_id: ended?.savingTypeId },
    'payouts.getPayoutCase': { id: await idOf(calls.payouts.payoutDecision) },
    'requests.getRequestCase': { id: await idOf(calls.requests.firstApprovalOrDisapproval) },
    'cash.getAgentCash': { agent_id: agent.id },
    'cash.getAgentCashMovements': { page: 1, agent_id: agent.id },
    'collections.getCollectionSheet': { agent_id, day },
    'collections.getCollectable': { agent_id, day, search: wallet?.reference },
    'cash.getCashDifferenceCase': { id: await idOf(calls.cash.firstCashDifferenceDecision) },
    'agentPay.getAgentStatementCase': { id: await idOf(calls.agentPay.firstAgentStatementDecision) },
    'collections.getSheetRequest': { id: await idOf(calls.collections.sheetRequestDecision) },
    'collections.getLateBatch': { id: await idOf(calls.collections.lateBatchDecision) },
    'reversals.getReversalCase': { id: await idOf(calls.reversals.reversalDecision) },
    'reversals.getReversible': await bodyOf(calls.reversals.requestReversal),
    'withdrawals.getWithDrawal': { id: await idOf(calls.withdrawals.WithDrawalRequestApproval) },
    'transactions.userTransactionHistory': { page: 1, customer_id, savings_type: 'all' },
    'transactions.userTransactionTotals': { customer_id, savings_type: 'all' },
  }
}

const one = await bodiesOfOne()
/** Bodies for other records, where what is read depends on them. */
async function bodiesOfOthers(): Promise<Record<string, object>> {
  const body = (await bodyOf(calls.withdrawals.WithDrawalRequestApproval)) as never
  await server.ask(calls.withdrawals.WithDrawalRequestApproval, body, await signedIn())
  const [paid] = await server.database.select().from(entries).orderBy(desc(entries.id)).limit(1)
  const movement = { reference: paid?.reference ?? '' }
  const wish = { ...movement, reason: 'Not paid' }
  await server.ask(calls.reversals.requestReversal, wish, await signedIn())
  const [asked] = await server.database.select().from(reversals).orderBy(desc(reversals.id)).limit(1)
  return { 'reversals.getReversible': movement, 'reversals.getReversalCase': { id: asked?.id } }
}
const others = await bodiesOfOthers()
/** The statements of the session, before any handler: a refused call sends only these. */
const ofSession = await statementsOf(calls.admins.getAdmins, {}, await server.enter())

async function statementsOf(call: NamedRead, body: object, from: { token: string }) {
  log.take()
  const reply = await server.ask(call, body as never, from)
  return {
    statements: log.take(),
    isGood:
      reply.status === '200' || /^(text\/csv|application\/vnd)/.test(String(reply.headers['content-type'])),
  }
}

/** Signing in reads no records; its replies are never cached. */
const signIn: readonly NamedRead[] = [calls.session.adminLogin, calls.session.loginToken]

it.each(reads.filter((call) => !signIn.includes(call)))(
  '$name reads the records that it declares',
  async (call) => {
    const body = one[call.name] ?? (sampleOf(call) as object)
    const fields = call.input.entries
    const bodies = [
      body,
      ...(others[call.name] ? [others[call.name] as object] : []),
      ...('search' in fields ? [{ ...body, search: 'Sade' }] : []),
      ...('download' in fields ? [{ ...body, download: 'csv' }] : []),
      // As of a day before, and by each group.
      ...(call.group === 'arrears' && 'day' in fields ? [{ ...body, day: '2026-11-01' }] : []),
      ...('figure' in fields ? movedFigures.map((figure) => ({ ...body, figure })) : []),
      ...('group' in fields ? arrearsGroups.map((group) => ({ ...body, day: '2026-11-01', group })) : []),
    ]
    const read = new Set<Records>()
    let isWhole = false
    for (const asked of bodies) {
      const { statements, isGood } = await statementsOf(call, asked, await signedIn())
      isWhole ||= isGood === true
      for (const text of statements)
        if (!ofSession.statements.includes(text)) for (const records of recordsIn(text)) read.add(records)
    }
    expect([...call.reads]).toEqual(expect.arrayContaining(sorted(read)))
    if (isWhole) expect(sorted(read)).toEqual(sorted(call.reads))
  },
)
