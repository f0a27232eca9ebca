import { statementName } from '../statementName'

/** What may be written of an error: to the log, to a console, anywhere. */
type ErrorFacts = {
  name: string
  /** Of the driver or of Node. */
  code?: string
  constraint?: string
  /** The statement that failed, by its name. */
  statement?: string
  message?: string
  stack?: string
}

type Parts = { code?: unknown; constraint?: unknown; query?: unknown }

const frames = 8
const deepest = 5

/**
 * The facts of an error without a value: drivers, query builders and parsers quote parameters, rows and texts in their messages, details
 * and own properties. So only what is named here is taken, of the error and its causes, and a message only of our own errors.
 */
export function errorFacts(error: unknown): ErrorFacts {
  if (!(error instanceof Error)) return { name: typeof error }
  const chain = causesOf(error)
  const first = <T>(find: (one: Error & Parts) => T | undefined) =>
    chain.map(find).find((one) => one !== undefined)
  const code = chain.map(({ code: own }) => own).findLast(isWord)
  const constraint = first(({ constraint: own }) => (isWord(own) ? own : undefined))
  const statement = first(({ query }) => (typeof query === 'string' ? statementName(query) : undefined))
  const message = first((one) => (isOwn(one) ? one.message : undefined))
  const stack = framesOf(error).slice(0, frames).join('\n')
  return {
    name: error.constructor.name,
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(statement !== undefined && { statement }),
    ...(message !== undefined && { message }),
    ...(stack !== '' && { stack }),
  }
}

/** For a console. */
export function errorText(error: unknown): string {
  const { name, code, constraint, statement, message, stack } = errorFacts(error)
  const facts = [name, code, constraint, statement].filter((one) => one !== undefined).join(', ')
  return `${message ?? 'An error that was not expected.'} (${facts})${stack === undefined ? '' : `\n${stack}`}`
}

function causesOf(error: Error): (Error & Parts)[] {
  const chain: (Error & Parts)[] = []
  for (let one: unknown = error; one instanceof Error && chain.length < deepest; one = one.cause)
    chain.push(one)
  return chain
}

/** A code of an error or the name of a constraint; never a text. */
const isWord = (value: unknown): value is string => typeof value === 'string' && /^\w{1,80}$/.test(value)

/** The lines after the message, which may have lines that look like them. */
function framesOf({ stack = '', message }: Error): string[] {
  const at = stack.indexOf(message)
  return at === -1
    ? []
    : stack
        .slice(at + message.length)
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
}

/** Made by our own code, whose texts have ids and references at most. Packages are not bundled with the server. */
function isOwn(error: Error & Parts): boolean {
  const [place = ''] = framesOf(error)
  return error.constructor === Error && error.code === undefined && !/node_modules|\(?node:|^$/.test(place)
}
