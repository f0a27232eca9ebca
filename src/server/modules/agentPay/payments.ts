import { eq } from 'drizzle-orm'
import type { Calls } from '#contract/index'
import { agentPaymentLabels } from '#contract/calls/agentPay'
import type { Kobo } from '#contract/values'
import { formatNaira, kobo, negateKobo, subtractKobo, sumKobo } from '#domain/money/kobo'
import { monthText } from '#domain/time/months'
import { agentPayments, agentStatements } from '../../db/tables/agentPay'
import { reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { agentCashOf, cashAccount } from '../../ledger/accounts'
import { transfer } from '../../ledger/transfer'
import { canSeeAgentCash, lockCash, lockCashAgent } from '../../people/agentCash'
import { approved, requestNotFound } from '../../approvals/decisions'
import { paymentsOf } from './statements'

export const paymentHandlers: HandlersFor<Pick<Calls['agentPay'], 'payAgent'>> = {
  payAgent: async ({ statement_id, way, amount }, context) => {
    const { queries, actor, now, setAuditSubject } = context
    await setAuditSubject('agent statement', statement_id)
    const statement = await lockStatement(context, statement_id)
    const { reference, agentId, total } = statement
    const made = await paymentsOf(queries, eq(agentPayments.statementId, statement.id))
    const standing = made.filter((one) => one.reversed_by === null)
    const paid = sumKobo([statement.paidBefore ?? kobo(0), ...standing.map((one) => one.amount)])
    const open = subtractKobo(total, paid)
    if (open === 0) reject(`Statement ${reference} is paid already. Reload the list.`)
    const isOwed = open < 0
    const size = kobo(Math.abs(open))
    // What an agent owes is charged to the agent's cash as a whole: no cash goes out for it.
    if (isOwed ? amount !== size : amount > size)
      reject(`${formatNaira(size)} of statement ${reference} is open, and not ${formatNaira(amount)}.`)
    if (isOwed && way === 'cash')
      reject(`The agent owes statement ${reference}: it is set off against the cash held.`)
    if (way === 'set-off') await assertSetOff(context, agentId, isOwed ? kobo(0) : amount)
    const other = way === 'cash' ? cashAccount : agentCashOf(agentId)
    const posted = await transfer(context, {
      kind: 'Agent commission',
      amount,
      from: isOwed ? other : 'PW',
      to: isOwed ? 'PW' : other,
      agentId,
      reason: reference,
    })
    const [payment] = await queries
      .insert(agentPayments)
      .values({
        reference: posted.reference,
        statementId: statement.id,
        way,
        amount: isOwed ? negateKobo(amount) : amount,
        adminId: actor.adminId,
        entryId: posted.entryId,
        createdAt: now,
      })
      .returning({ id: agentPayments.id })
    const [data] = await paymentsOf(queries, eq(agentPayments.id, payment?.id ?? 0))
    if (!data) throw new Error(`Payment ${posted.reference} was not stored.`)
    const left = subtractKobo(size, amount)
    const rest = left > 0 ? ` ${formatNaira(left)} is left to pay.` : ''
    return {
      message: isOwed
        ? `${formatNaira(amount)} of ${monthText(statement.month)} is charged to the cash of the agent.`
        : `${formatNaira(amount)} of ${monthText(statement.month)} paid: ${agentPaymentLabels[way].toLowerCase()}.${rest}`,
      data,
    }
  },
}

async function lockStatement({ queries }: Context, id: number) {
  const [statement] = await queries
    .select()
    .from(agentStatements)
    .where(eq(agentStatements.id, id))
    .for('update')
  if (!statement) return reject(requestNotFound('statements', id))
  if (statement.state !== approved)
    reject(`Statement ${statement.reference} is not approved: nothing can be paid on it.`)
  return statement
}

/** Rejects a set-off above what the agent holds; only who may see that makes one, as a refusal would tell it (rules.md, "Blind count"). */
async function assertSetOff({ queries, actor }: Context, agentId: number, amount: Kobo) {
  if (!canSeeAgentCash(actor))
    reject('Only an admin who may see what agents hold can set pay off against it.')
  await lockCashAgent(queries, agentId)
  const held = await lockCash(queries, agentId, 'PW')
  if (amount > 0 && held < amount)
    reject(
      `This agent holds ${formatNaira(kobo(Math.max(held, 0)))}. No more can be set off; the rest is paid at the counter.`,
    )
}
