import type { Kobo } from '#contract/values'
import type { Queries } from '../db/database'
import type { runItems } from '../db/tables/runs'

/** Part of a run: the subjects after a cursor. */
export type Part = {
  runId: number
  /** The day that is closed, yyyy-mm-dd; for a month its last day. */
  day: string
  after: number
  limit: number
  madeAt: Date
}

export type Item = Pick<
  typeof runItems.$inferInsert,
  'subjectId' | 'loanId' | 'savingsId' | 'amount' | 'open' | 'reason'
>

/** What is to be posted for the next subjects. */
export type Plan<Movement, Subject = never> = {
  /** The id of the last subject; undefined when there is none left. */
  last: number | undefined
  looked: number
  items: (Item & {
    movement: Movement | undefined
    /** Only of that day: each day has one of its own. */
    isOfDay?: boolean
  })[]
  /** Those that change, also without a posting. */
  subjects?: readonly Subject[]
}

type PostedEntry = { entryId: number }

/** Whether customers get messages. */
export type Services = { config: { sms: { isOn: boolean } } }
type Posting = Part & { services: Services }

export type RunKind<Movement, Subject = never> = {
  /** Must lock what the movements depend on, unless the run is a dry one. */
  plan: (
    queries: Queries,
    part: Part,
    options: { dry: boolean; planned: Kobo },
  ) => Promise<Plan<Movement, Subject>>
  /** Posts the movements of a plan, in order. */
  post: (tx: Queries, movements: readonly Movement[], posting: Posting) => Promise<PostedEntry[]>
  /** Runs after the items are written. */
  finish?: (tx: Queries, plan: Plan<Movement, Subject>, posting: Posting) => Promise<void>
  /** What could not be posted is tried again; otherwise a later run takes it. */
  isRetried: boolean
}

/** Keeps the type of a kind's movements between its plan and its posting. */
export const runKind = <Movement, Subject = never>(kind: RunKind<Movement, Subject>) =>
  kind as unknown as RunKind<unknown>
