import { type Envelope, Problem, type ProblemCode } from '#contract/problems'

/** Says no with a reason the user can act on. Nothing the handler wrote stays. */
export function refuse(message: string): never {
  throw new Problem('refused', message)
}

/** '1 customer', '2 customers'. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** One message a fault; each is shown as a toast (status '100'). */
export function invalid(...fields: string[]): never {
  throw new Problem('invalid', 'Please check what you entered.', { fields })
}

/** Unique rules of the database in words; the rule itself stands in the schema, where no race gets past it. */
const uniqueRules: Record<string, string> = {
  admins_email_unique: 'An admin with this email already exists.',
  roles_name_key: 'A role with this name already exists.',
  permissions_name_key: 'A permission with this name already exists.',
  agents_email_key: 'An agent with this email already exists.',
  agents_phone_key: 'An agent with this phone number already exists.',
  saving_types_name_key: 'A saving type with this name already exists.',
  market_days_place_key: 'This market is already in the list.',
}

/** No wallet is overdrawn: the rule is the ledger's, whatever a handler looked at before (db/ledgerTables.ts). */
const coverRules: Record<string, string> = {
  business_wallet_covered: 'Insufficient funds in the business wallet. Nothing was done.',
  main_wallet_covered: "Insufficient balance in the customer's main wallet. Nothing was done.",
  savings_wallet_covered: 'Insufficient balance in the savings wallet. Nothing was done.',
  loan_not_overpaid: 'This is more than is still owed on the loan. Nothing was done.',
}

/** What a failed change means for the user; undefined for a fault of ours. */
export function refusalOf(error: unknown): Problem | undefined {
  if (error instanceof Problem)
    return error.code === 'refused' || error.code === 'invalid' ? error : undefined
  const cause = databaseError(error)
  if (cause?.code === '23505')
    return new Problem('refused', uniqueRules[cause.constraint ?? ''] ?? 'This record already exists.')
  const uncovered = cause?.code === '23514' ? coverRules[cause.constraint ?? ''] : undefined
  return uncovered ? new Problem('refused', uncovered) : undefined
}

type DatabaseError = { code?: string; constraint?: string; routine?: string }

/** The driver's own error under the query builder's, which quotes the parameters and must not be logged. */
export function databaseError(error: unknown): DatabaseError | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error && 'code' in cause ? (cause as DatabaseError) : undefined
}

export const httpStatusOf: Record<ProblemCode, number> = {
  signedOut: 401,
  forbidden: 403,
  notFound: 200,
  invalid: 200,
  refused: 200,
  busy: 429,
  unavailable: 500,
  offline: 500,
  outcomeUnknown: 500,
}

/** The envelope of a failure (contract, "Conventions"). */
export function problemReply(problem: Problem): Envelope {
  const { message } = problem
  if (problem.code === 'signedOut')
    return { status: '300', message, ...(problem.isRevoked && { session: 'revoked' }) }
  if (problem.fields.length > 0) return { status: '100', message, required_fields: [...problem.fields] }
  return { status: '400', message }
}
