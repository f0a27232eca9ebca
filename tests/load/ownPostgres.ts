/** The PostgreSQL that a script of this folder was started with, which must be on this machine. */
export function ownPostgres(script: string): string {
  const url = process.env.TEST_DATABASE_URL ?? ''
  if (!url || new URL(url).hostname !== '127.0.0.1') throw new Error(`Run it with: npm run ${script}`)
  return url
}

/** Ends the script after this time at the latest. */
export function endAfter(minutes: number) {
  setTimeout(() => {
    process.stderr.write(`Ended after ${minutes} minutes.\n`)
    process.exit(1)
  }, minutes * 60_000).unref()
}

export const say = (text: string) => process.stdout.write(`${text}\n`)
