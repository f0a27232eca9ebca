import { asProblem } from '#contract/problems'

const longestWaitSeconds = 30

/**
 * The one rule by which reads are retried, by their query or, for lists kept offline, by offlineLists: only a busy server
 * is asked again, after the time that it names. A read that did not reach it waits for the connection
 * (refetchFailedReads). A change is never repeated by itself.
 */
export const retryWhenBusy = (times: number) => (failures: number, error: unknown) =>
  asProblem(error).code === 'busy' && failures < times

export const retryDelayMs = (_failures: number, error: unknown) =>
  1000 * Math.min(asProblem(error).retryAfterSeconds ?? 2, longestWaitSeconds)
