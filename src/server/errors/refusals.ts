import { type Envelope, Problem, type ProblemCode } from '#contract/problems'

/** Says no with a reason the user can act on. Nothing the handler wrote stays. */
export function reject(message: string): never {
  throw new Problem('refused', message)
}

/** '1 customer', '2 customers'. */
export const pluralize = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** One message a fault; each is shown as a toast (status '100'). */
export function invalid(...fields: string[]): never {
  throw new Problem('invalid', 'Please check what you entered.', { fields })
}

/** Unique rules of the database in words; the rule itself stands in the schema, where no race gets past it. */
const uniqueRules: Record<string, string> = {
  admins_email_unique: 'An admin with this email already exists.',
  roles_name_key: 'A role with this name, or one that looks like it, already exists.',
  permissions_name_key: 'A permission with this name, or one that looks like it, already exists.',
  agents_email_key: 'An agent with this email already exists.',
  agents_phone_key: 'An agent with this phone number already exists.',
  saving_types_name_key: 'A saving type with this name already exists.',
  ledger_entries_change:
    'This change was made before and stands in the ledger. Nothing was done a second time.',
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

/** HTTP 503: the server can't do this now. Said of a change only when nothing of it was done. */
export class ServerBusy extends Problem {
  constructor(message: string, cause?: unknown) {
    super('busy', message, { retryAfterSeconds: 3, cause })
  }
}

/** HTTP 503: there is no room for what a change writes. */
export class DiskFull extends ServerBusy {
  constructor(cause?: unknown) {
    super("The server's disk is full. Nothing was done.", cause)
  }
}

/** PostgreSQL's disk, or that of the data folder. */
const fullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT'])
/** Locks and statements that reached their limit, and connections used up: PostgreSQL has taken it back. */
const limitCodes = new Set(['55P03', '57014', '25P03', '53300', '53400', '57P03'])
const lostCodes =
  /^(08...|57P0[1245]|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH)$/
/** The driver's own words, which have no code. */
const lostWords =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client (has encountered|was closed))/

/**
 * Whether the database could not do its work, and why: a `limit` was reached, the connection is `lost` or was
 * never there, or the disk is `full`. Undefined for every other fault.
 */
export function databaseTrouble(error: unknown): 'limit' | 'lost' | 'full' | undefined {
  const cause = rootOf(error)
  if (!(cause instanceof Error)) return undefined
  const { code = '' } = cause as DatabaseError
  if (fullCodes.has(code)) return 'full'
  if (limitCodes.has(code)) return 'limit'
  return lostCodes.test(code) || lostWords.test(cause.message) ? 'lost' : undefined
}

/** What a read, or anything before a change, answers while the database can't do its work. */
export const troubleReply = (error: unknown): ServerBusy | undefined => {
  const trouble = databaseTrouble(error)
  if (trouble === 'full') return new DiskFull(error)
  if (trouble === 'limit') return new ServerBusy('The server is busy. Try again in a few seconds.', error)
  return trouble && new ServerBusy('The server can’t reach its data. Try again in a few seconds.', error)
}

const rootOf = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error ? error.cause : error

type DatabaseError = { code?: string; constraint?: string; routine?: string }

/** The driver's own error under the query builder's, which quotes the parameters and must not be logged. */
export function databaseError(error: unknown): DatabaseError | undefined {
  const cause = rootOf(error)
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
  outcomeUnknown: 503,
}

/** The envelope of a failure (contract, "Conventions"). */
export function problemReply(problem: Problem): Envelope {
  const { message } = problem
  if (problem.code === 'signedOut')
    return { status: '300', message, ...(problem.isRevoked && { session: 'revoked' }) }
  if (problem.fields.length > 0) return { status: '100', message, required_fields: [...problem.fields] }
  return { status: '400', message }
}
