import { sql, type SQL } from 'drizzle-orm'
import { check, integer, text } from 'drizzle-orm/pg-core'
import { commissionKinds, cycleKinds, planEnds, takenTimes } from '#contract/calls/savingTypes'

/** The terms of a savings type, and a wallet's copy of them, beside `charge` (rules.md, "Commission of a cycle"). */
export const commissionColumns = () => ({
  commissionKind: text({ enum: commissionKinds }).notNull().default('amount'),
  /** Of the kind percent: hundredths of a percent of what a cycle brought. */
  commissionBasisPoints: integer().notNull().default(0),
  cycleKind: text({ enum: cycleKinds }).notNull().default('month'),
  /** Of the kind days. */
  cycleDays: integer().notNull().default(31),
  /** As soon as the wallet covers it, or when the cycle has ended. */
  taken: text({ enum: takenTimes }).notNull().default('end'),
  planEnd: text({ enum: planEnds }).notNull().default('carry-on'),
})

type Columns = Record<keyof ReturnType<typeof commissionColumns>, unknown>
const one = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))
const among = (column: unknown, values: readonly string[]): SQL => sql`${column} in (${one(values)})`

export const commissionChecks = (table: string, t: Columns) => [
  check(
    `${table}_commission`,
    sql`${among(t.commissionKind, commissionKinds)} and ${t.commissionBasisPoints} between 0 and 10000`,
  ),
  check(`${table}_cycle`, sql`${among(t.cycleKind, cycleKinds)} and ${t.cycleDays} between 1 and 366`),
  check(`${table}_taken`, sql`${among(t.taken, takenTimes)} and ${among(t.planEnd, planEnds)}`),
]
