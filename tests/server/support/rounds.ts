/** How many rounds of a race or of faults: a slice with every run of the suite, ROUNDS in a long one. */
export const roundsOf = (slice: number) => Number(process.env.ROUNDS ?? slice)

/** The figures of a long run, for whoever started it. */
export function report(what: string, figures: object) {
  if (process.env.ROUNDS) process.stdout.write(`${what}: ${JSON.stringify(figures)}\n`)
}
