import { eq, sql } from 'drizzle-orm'
import { oneDecisionRow } from '../../approvals/decidedColumns'
import { decisionBlocker, requestNotFound } from '../../approvals/decisions'
import { sheetRequests } from '../../db/tables/collections'
import { lateBatches } from '../../db/tables/field'
import { loans, loanTypes } from '../../db/tables/loans'
import { savings, savingTypes } from '../../db/tables/money'
import { agents, customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { Context } from '../../handler'
import { openAgent } from '../../people/agentColumns'
import { customerName } from '../../people/customerColumns'
import { earlierSheets } from './earlierSheets'

/** What waits for an admin by agent and day: sheets of closed days, and late batches of devices. */
const tables = { sheets: sheetRequests, late_batches: lateBatches }
type Kind = keyof typeof tables

/** The columns of a list; the query joins the agent, who requested it and who decided. */
export const agentDayRow = <T extends (typeof tables)[Kind]>(t: T) => ({
  ...oneDecisionRow(t),
  day: sql<string>`${t.day}::text`,
  agent_id: openAgent,
  agent: agents.name,
  lines: t.lines as T['lines'],
  total: t.total as T['total'],
})

/** The columns of a line; the query joins the customer, the wallet or the loan, and its type. */
export const payeeRow = {
  user_id: customers.id,
  customer: customerName,
  customer_reference: sql<string>`${customers.reference}`,
  reference: sql<string>`coalesce(${savings.reference}, ${loans.reference})`,
  type_name: sql<string>`coalesce(${savingTypes.name}, ${loanTypes.name})`,
}

/** A row with what is needed to decide on it: what was recorded of the agent and day, and why the caller may not decide. */
export async function withEarlier<Row>(kind: Kind, id: number, row: Row | undefined, context: Context) {
  const { queries } = context
  const [stored] = await queries.select().from(tables[kind]).where(eq(tables[kind].id, id))
  if (!row || !stored) return reject(requestNotFound(kind, id))
  return {
    ...row,
    sheets: await earlierSheets(queries, stored.agentId, stored.day),
    against: decisionBlocker(kind, stored, context),
  }
}
