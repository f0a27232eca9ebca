import { errorText } from '../errors/errorFacts'

/** Ends the process at an error that nobody caught, and says where it was. Node itself would print all that the error has. */
export function endAtUncaughtErrors() {
  process.once('uncaughtException', (error) => {
    process.stderr.write(`Alajo ended. ${errorText(error)}\n`, () => process.exit(1))
  })
}
