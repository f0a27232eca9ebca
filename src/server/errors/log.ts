import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { errorFacts } from './errorFacts'

const isError = (value: unknown): value is Error => value instanceof Error

/** Every error, under whatever name it is logged, by its facts; of requests and replies, which a framework may add, nothing. */
const facts = (line: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(line).flatMap(([name, value]) =>
      name === 'req' || name === 'res' ? [] : [[name, isError(value) ? errorFacts(value) : value]],
    ),
  )

/** A message that quotes an error's. */
const quotes = (text: unknown, error: Error) =>
  typeof text === 'string' && error.message !== '' && text.includes(error.message)

const options: LoggerOptions = {
  base: null,
  // Pino's own, which takes messages and all properties, would come first.
  serializers: { err: (error: unknown) => (isError(error) ? errorFacts(error) : error) },
  formatters: { log: facts },
  hooks: {
    logMethod(args, method) {
      const [first, text, ...more] = args as unknown[]
      const line = isError(first) ? { error: first } : first
      const errors = typeof line === 'object' && line !== null ? Object.values(line).filter(isError) : []
      if (errors.length === 0) return method.apply(this, args)
      const isSafe = typeof text === 'string' && !errors.some((error) => quotes(text, error))
      return method.apply(this, [
        line,
        isSafe ? text : 'fault',
        ...(isSafe ? more : []),
      ] as unknown as typeof args)
    },
  },
}

/** The server's log, one JSON a line. */
export const openLog = (level: string, destination?: DestinationStream): Logger =>
  destination ? pino({ ...options, level }, destination) : pino({ ...options, level })
