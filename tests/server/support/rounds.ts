import { randomInt } from 'node:crypto'

/** Whether this is a long run (`npm run test:soak`). */
export const isLong = process.env.ROUNDS !== undefined

/** All of them in a long run, every third otherwise, from the first, second or third on. */
export const sliceOf = <T>(all: readonly T[], from = 0): readonly T[] =>
  all.filter((_one, at) => isLong || at % 3 === from)

/** How many rounds a race or fault test runs: `slice`, or in a long run ROUNDS if they are more. */
export const roundsOf = (slice: number) => Math.max(slice, Number(process.env.ROUNDS ?? 0))

/** Where random input starts: SEED, or else another number each time. */
export const seed = Number(process.env.SEED ?? randomInt(1, 1_000_000_000))

/** Prints the figures of a long run. */
export function report(what: string, figures: object) {
  if (isLong) process.stdout.write(`${what}: ${JSON.stringify(figures)}\n`)
}
