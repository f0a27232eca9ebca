import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Read } from '#contract/call'
import type { Period, postNextPart } from '#server/runs/run'
import type { askerOf, Body } from './ask'

export type Step = [call: Read, body: Body]
type Outcome = Awaited<ReturnType<typeof postNextPart>>

/** Between two calls of others, which do not wait for each other. */
const betweenMs = 50

/** How long calls of others take while something is done: first pages of lists, twenty a second. */
export async function latencies(
  ask: ReturnType<typeof askerOf>,
  lists: readonly Step[],
  work: () => Promise<unknown>,
): Promise<number[]> {
  const taken: number[] = []
  const open: Promise<unknown>[] = []
  let isDone = false
  const done = work().finally(() => {
    isDone = true
  })
  for (let turn = 0; !isDone; turn += 1) {
    const [call, body] = lists[turn % lists.length] as Step
    open.push(ask(call, body).then(({ ms }) => taken.push(ms)))
    await Promise.race([wait(betweenMs), done])
  }
  await done
  await Promise.all(open)
  return taken
}

export function percentile(values: readonly number[], part: number) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * part) / 100))] ?? 0
}

/** Lets a server post a run, to its end or for so many seconds; returns how many it took. */
export async function postRun(server: ChildProcess, run: Period, mostSeconds = Number.POSITIVE_INFINITY) {
  let seconds = 0
  const start = performance.now()
  server.send({ run })
  let outcome: Outcome = 'more'
  while (outcome === 'more') {
    const [part] = (await once(server, 'message')) as [{ outcome: Outcome }]
    outcome = part.outcome
    seconds = (performance.now() - start) / 1000
    if (seconds > mostSeconds) break
  }
  if (outcome === 'more') server.send('stop')
  if (outcome === 'busy') throw new Error('Another process posts the run.')
  return seconds
}
