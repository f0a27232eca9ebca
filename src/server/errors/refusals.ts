import { type Envelope, Problem, type ProblemCode } from '#contract/problems'

/** Rejects a change with a reason the user can act on. The handler's writes are rolled back. */
export function reject(message: string): never {
  throw new Problem('refused', message)
}

export const noPermission = 'You do not have permission to do this.'
/** Rejects what the caller has no right to. */
export function forbid(): never {
  throw new Problem('forbidden', noPermission)
}

/** Rejects invalid input, one message a fault; each is shown as a toast (status '100'). */
export function invalid(...fields: string[]): never {
  throw new Problem('invalid', 'Please check what you entered.', { fields })
}

const madeBefore = 'This change was made before and stands in the ledger. Nothing was done a second time.'

/** Messages for violated unique constraints. The constraints are in the schema, so they also hold under races. */
const uniqueRules: Record<string, string> = {
  expense_categories_name_key: 'A category with this name already exists.',
  book_accounts_code_unique: 'Another account has this code.',
  admins_email_unique: 'An admin with this email already exists.',
  roles_name_key: 'A role with this name, or one that looks like it, already exists.',
  permissions_name_key: 'A permission with this name, or one that looks like it, already exists.',
  agents_email_key: 'An agent with this email already exists.',
  agents_phone_key: 'An agent with this phone number already exists.',
  saving_types_name_key: 'A saving type with this name, or one that looks like it, already exists.',
  loan_types_name_key: 'A loan type with this name, or one that looks like it, already exists.',
  fees_name_key: 'A fee with this name, or one that looks like it, already exists.',
  fee_payments_once: 'This fee was paid already.',
  ledger_entries_change: madeBefore,
  collections_change: madeBefore,
  cash_differences_one_undecided: 'This agent has a difference that is not decided yet.',
  agent_statements_one: 'This agent has a statement of that month already.',
  business_days_round: 'The day was closed already.',
  day_openings_one: 'The opening of this day was requested already.',
  till_sessions_open_admin: 'You have a till open already. Close it first.',
  sheet_requests_one_undecided: 'A sheet of this agent and day awaits its approval already.',
  reversals_original: 'The reversal of this movement was requested already.',
  ledger_entries_reversed: 'This movement was reversed already.',
  saved_views_name_key: 'You have a view of this list with this name already.',
  market_days_place_key: 'This market is already in the list.',
  holidays_day_key: 'This day is a holiday already.',
}

/** Messages for violated balance checks: the database prevents overdrawn wallets (db/tables/ledger.ts). */
const coverRules: Record<string, string> = {
  business_wallet_covered: 'Insufficient funds in the business wallet. Nothing was done.',
  main_wallet_covered: "Insufficient balance in the customer's main wallet. Nothing was done.",
  savings_wallet_covered: 'Insufficient balance in the savings wallet. Nothing was done.',
  loan_not_overpaid: 'This is more than is still owed on the loan. Nothing was done.',
}

/** The refusal that an error means for the user; undefined for a server fault. */
export function refusalOf(error: unknown): Problem | undefined {
  if (error instanceof Problem)
    return error.code === 'refused' || error.code === 'invalid' ? error : undefined
  const cause = databaseError(error)
  if (cause?.code === '23505')
    return new Problem('refused', uniqueRules[cause.constraint ?? ''] ?? 'This record already exists.')
  const uncovered = cause?.code === '23514' ? coverRules[cause.constraint ?? ''] : undefined
  return uncovered ? new Problem('refused', uncovered) : undefined
}

/** HTTP 503: the server can't do this now. For a change, only if nothing was done. */
export class ServerBusy extends Problem {
  constructor(message: string, cause?: unknown) {
    super('busy', message, { retryAfterSeconds: 3, cause })
  }
}

/** HTTP 503: no disk space for a change. */
export class DiskFull extends ServerBusy {
  constructor(cause?: unknown) {
    super("The server's disk is full. Nothing was done.", cause)
  }
}

/** Disk full: of PostgreSQL or of the data folder. */
const fullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT'])
/** Lock and statement timeouts, and no free connection: PostgreSQL has rolled back. */
const limitCodes = new Set(['55P03', '57014', '25P03', '53300', '53400', '57P03'])
const lostCodes =
  /^(08...|57P0[1245]|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH)$/
/** Messages of driver errors without a code. */
const lostWords =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client (has encountered|was closed))/

/**
 * Why the database could not run a statement: a `limit` was reached, the connection is `lost`, or the disk is `full`.
 * Undefined for every other error.
 */
export function databaseTrouble(error: unknown): 'limit' | 'lost' | 'full' | undefined {
  const cause = rootOf(error)
  if (!(cause instanceof Error)) return undefined
  const { code = '' } = cause as DatabaseError
  if (fullCodes.has(code)) return 'full'
  if (limitCodes.has(code)) return 'limit'
  return lostCodes.test(code) || lostWords.test(cause.message) ? 'lost' : undefined
}

/** The reply to a read, or to a change that has not begun, while the database is in trouble. */
export const troubleReply = (error: unknown): ServerBusy | undefined => {
  const trouble = databaseTrouble(error)
  if (trouble === 'full') return new DiskFull(error)
  if (trouble === 'limit') return new ServerBusy('The server is busy. Try again in a few seconds.', error)
  return trouble && new ServerBusy('The server can’t reach its data. Try again in a few seconds.', error)
}

const rootOf = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error ? error.cause : error

type DatabaseError = { code?: string; constraint?: string; routine?: string }

/** The driver's error. The query builder's wrapper quotes parameters and must not be logged. */
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

/** The reply envelope of a problem (rules.md, "Reply status"). */
export function problemReply(problem: Problem): Envelope {
  const { message } = problem
  if (problem.code === 'signedOut')
    return { status: '300', message, ...(problem.isRevoked && { session: 'revoked' }) }
  if (problem.fields.length > 0) return { status: '100', message, required_fields: [...problem.fields] }
  return { status: '400', message }
}
