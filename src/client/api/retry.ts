import { asProblem } from '#contract/problems'

const maxWaitSeconds = 30

/**
 * Reads are retried only while the server is busy, after the time that it names. Queries and offlineLists use this rule. A
 * read without a connection waits for it (refetchFailedReads). A change is never retried automatically.
 */
export const retryWhenBusy = (times: number) => (failures: number, error: unknown) =>
  asProblem(error).code === 'busy' && failures < times

export const retryDelayMs = (_failures: number, error: unknown) =>
  1000 * Math.min(asProblem(error).retryAfterSeconds ?? 2, maxWaitSeconds)
