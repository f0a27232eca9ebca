import { DrizzleQueryError } from 'drizzle-orm/errors'
import pg from 'pg'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { errorFacts, errorText } from './errorFacts'
import { openLog } from './log'

const value = '08187654321'
const refused = Object.assign(new pg.DatabaseError(`violates: ${value}`, 1, 'error'), {
  code: '23505',
  constraint: 'agents_phone_key',
  detail: `Key (phone)=(${value}) already exists.`,
  where: `unnamed portal parameter $1 = '${value}'`,
  hint: value,
  internalQuery: `select '${value}'`,
})
const failed = (cause?: Error) =>
  new DrizzleQueryError(`insert into "agents" ("phone") values ('${value}', $1)`, [value], cause)
const caught = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('It did not fail.')
}

const errors: [string, unknown][] = [
  ['a rejected row', failed(refused)],
  ['a lost connection, which has no code', failed(new Error('Connection terminated unexpectedly'))],
  ['a statement without a cause', failed()],
  ['the error of the driver', refused],
  ['a cause of a cause', new Error('Not stored.', { cause: failed(refused) })],
  ['several errors', new AggregateError([refused], `all failed: ${value}`)],
  ['text that is no JSON', caught(() => JSON.parse(`${value}x`))],
  ['a number that is none', caught(() => BigInt(`${value}x`))],
  ['an address that is none', caught(() => new URL(value))],
  ['an argument of the wrong kind', caught(() => Buffer.from(Number(value) as never))],
  ['what a schema refuses', caught(() => v.parse(v.literal('a'), value))],
  ['own properties', Object.assign(new TypeError('no'), { value, params: [value] })],
  [
    'a code that is a text',
    Object.assign(new Error('no'), { code: `at ${value}`, constraint: `(${value})` }),
  ],
  [
    'a message with lines like a stack',
    Object.assign(new Error(`no\n    at ${value} (file:1:1)`), { code: 'X' }),
  ],
  ['a message that was changed', Object.assign(new Error(value), { message: 'other' })],
  ['a text', value],
  ['an object', { message: value }],
]

describe('an error is written without a value', () => {
  const written: string[] = []
  const log = openLog('trace', { write: (line) => void written.push(line) })

  it.each(errors)('%s', (_what, error) => {
    written.length = 0
    const message = error instanceof Error ? error.message : ''
    if (error instanceof Error) log.error(error)
    if (error instanceof Error) log.error(error, message)
    for (const line of [
      { err: error },
      { error },
      { reason: error },
      { error, req: { url: value }, res: error },
    ])
      if (error instanceof Error) log.child({ reqId: 1 }).warn(line, `failed: ${message}`)
    if (error instanceof Error) expect(written).toHaveLength(6)
    for (const text of [...written, errorText(error), JSON.stringify(errorFacts(error))])
      expect(text).not.toContain(value)
  })
})

it('says which statement failed, why and where', () => {
  expect(errorFacts(failed(refused))).toEqual({
    name: 'DrizzleQueryError',
    code: '23505',
    constraint: 'agents_phone_key',
    statement: 'insert agents',
    stack: expect.stringContaining('errorFacts.test.ts'),
  })
  expect(errorFacts(new Error('There is no account X-1.'))).toMatchObject({
    name: 'Error',
    message: 'There is no account X-1.',
  })
  expect(errorText(failed(refused))).toMatch(
    /^An error that was not expected\. \(DrizzleQueryError, 23505, agents_phone_key, insert agents\)\n {4}at /,
  )
})
