import { expect } from 'vitest'
import type { Answer, TestServer } from './harness'

/** The only fields that a log line of a request may hold. */
const lineFields = ['level', 'time', 'reqId', 'call', 'adminId', 'http', 'problem', 'ms', 'msg']
/** Text of the server's internals: a stack, a statement, a driver's message, a path. */
const internals =
  /\bat .+:\d+:\d+|\/src\/|node_modules|\bselect\b.+\bfrom\b|insert into|drizzle|postgres|pglite|TypeError/i

/**
 * Sends a bad request and checks that no row changed, that the reply repeats neither internals nor what was sent, and
 * that exactly one line was logged, without what was sent.
 */
export const expectCleanRejection = (
  server: TestServer,
  send: () => Promise<Answer>,
  ...sent: readonly string[]
): Promise<Answer> => expectUnchanged(server, () => expectCleanReply(server, send, ...sent))

/** Checks that an action changes no row of any table. */
export async function expectUnchanged<T>(server: TestServer, act: () => Promise<T>): Promise<T> {
  const before = await server.checksums()
  const result = await act()
  expect(await server.checksums()).toEqual(before)
  return result
}

/** As `expectCleanRejection`, without the comparison of rows, which a caller makes once for several requests. */
export async function expectCleanReply(
  server: TestServer,
  send: () => Promise<Answer>,
  ...sent: readonly string[]
): Promise<Answer> {
  server.log.length = 0
  const reply = await send()
  expect(reply.http, reply.text).not.toBe(500)
  expect(['status', 'message', 'required_fields']).toEqual(expect.arrayContaining(Object.keys(reply.json)))
  expect(reply.status, reply.text).toMatch(/^(100|300|400)$/)
  expect(reply.text).not.toMatch(internals)
  expect(server.log).toHaveLength(1)
  const [line] = server.log
  expect(line).toMatchObject({ msg: 'call', level: 30, http: reply.http })
  expect(lineFields).toEqual(expect.arrayContaining(Object.keys(line ?? {})))
  for (const text of sent) {
    expect(reply.text).not.toContain(text)
    expect(JSON.stringify(line)).not.toContain(text)
  }
  return reply
}
