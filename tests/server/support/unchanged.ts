import { expect } from 'vitest'
import type { Answer, TestServer } from './harness'

/** What a log line of a request may hold, and nothing else. */
const lineFields = ['level', 'time', 'reqId', 'call', 'adminId', 'http', 'problem', 'ms', 'msg']
/** Text that only our inside has: a stack, a statement, a driver's words, a path. */
const inside =
  /\bat .+:\d+:\d+|\/src\/|node_modules|\bselect\b.+\bfrom\b|insert into|drizzle|postgres|pglite|TypeError/i

/**
 * Sends something bad and holds the server to four things: no row changed, nothing of ours and nothing of what
 * was sent came back, and exactly one line was logged, without what was sent.
 */
export const refusedQuietly = (
  server: TestServer,
  send: () => Promise<Answer>,
  ...sent: readonly string[]
): Promise<Answer> => unchanged(server, () => quietly(server, send, ...sent))

/** Whatever is done: no row of any table is another one afterwards. */
export async function unchanged<T>(server: TestServer, act: () => Promise<T>): Promise<T> {
  const before = await server.checksums()
  const result = await act()
  expect(await server.checksums()).toEqual(before)
  return result
}

/** The same as `refusedQuietly` but for the rows: where several things are sent, they are looked at once. */
export async function quietly(
  server: TestServer,
  send: () => Promise<Answer>,
  ...sent: readonly string[]
): Promise<Answer> {
  server.log.length = 0
  const reply = await send()
  expect(reply.http, reply.text).not.toBe(500)
  expect(['status', 'message', 'required_fields']).toEqual(expect.arrayContaining(Object.keys(reply.json)))
  expect(reply.status, reply.text).toMatch(/^(100|300|400)$/)
  expect(reply.text).not.toMatch(inside)
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
