import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, integer, text } from 'drizzle-orm/pg-core'
import { kobo, zeroKobo } from './columns'

/** The terms of a loan type of which each loan has its own copy, beside its rates and days of grace. */
export const loanTermColumns = () => ({
  /** Flat: the rate of the amount. Reducing: the rate of a year, of what is open at each instalment. */
  interestKind: text({ enum: ['flat', 'reducing'] })
    .notNull()
    .default('flat'),
  /** Who settles early owes the whole interest, or what has accrued until that day. */
  settlement: text({ enum: ['whole', 'accrued'] })
    .notNull()
    .default('whole'),
  /** A rate of what is open, once, or an amount for each day late. */
  penaltyKind: text({ enum: ['rate', 'daily'] })
    .notNull()
    .default('rate'),
  penaltyAmount: kobo().notNull().default(zeroKobo),
  /** The most that penalties of an amount a day come to, of the instalment. */
  penaltyCeiling: integer().notNull().default(0),
  /** The part of the amount that is held in a savings wallet while the loan runs. */
  securityBasisPoints: integer().notNull().default(0),
  /** Without so many guarantors a loan is not approved. */
  leastGuarantors: integer().notNull().default(0),
})

type Columns = Record<keyof ReturnType<typeof loanTermColumns>, AnyPgColumn>

export const loanTermChecks = (table: string, t: Columns) => [
  check(
    `${table}_kinds`,
    sql`${t.interestKind} in ('flat', 'reducing') and ${t.settlement} in ('whole', 'accrued')
      and ${t.penaltyKind} in ('rate', 'daily') and ${t.securityBasisPoints} between 0 and 10000
      and ${t.leastGuarantors} >= 0`,
  ),
  check(
    `${table}_daily_penalty`,
    sql`case ${t.penaltyKind} when 'daily' then ${t.penaltyAmount} > 0 and ${t.penaltyCeiling} between 1 and 10000
      else ${t.penaltyAmount} = 0 and ${t.penaltyCeiling} = 0 end`,
  ),
]
