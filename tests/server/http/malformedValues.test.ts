import { expect, it } from 'vitest'
import { allCalls } from '#contract/index'
import { Day, type Schema } from '#contract/values'
import { manyCalls, openServer } from '../support/harness'
import { sampleOf } from '../support/samples'

const server = await openServer({ limits: { ...manyCalls, signInsOfAddress: 1_000_000 } })

/** What PostgreSQL can't store, and what its dates or ours can't count with. */
const unstorable = ['a\0b', 'b\udc00a']
const days = ['0000-01-01', '2200-01-01', '275760-09-13', '2026-02-30']
const malformed = [...unstorable, ...days, ...unstorable.map((text) => ({ [text]: [text] }))]
const withFields = allCalls.filter(({ input }) => Object.keys(input.entries).length > 0)

it.each(withFields)('$name refuses malformed text and days in each field, and never fails', async (call) => {
  const { token } = await server.enterAs({ role: 'SuperAdmin' })
  for (const field of Object.keys(call.input.entries))
    for (const value of malformed) {
      const body = { ...sampleOf(call), [field]: value }
      const reply = await server.ask(call, body as never, { token })
      const what = `${field}: ${JSON.stringify(value)}: ${reply.text}`
      expect(reply.http, what).toBeLessThan(500)
      // A form replaces half a character.
      const isStorable = typeof value === 'string' && days.includes(value)
      if (!isStorable && call.encoding !== 'form') expect(reply.status, what).not.toBe('200')
    }
})

type Node = {
  type: string
  pipe?: readonly Node[]
  entries?: Record<string, Node>
  item?: Node
  wrapped?: Node
  options?: readonly unknown[]
}

/** Every schema within one that is called a date, wherever it stands. */
function datesIn(node: Node): Node[] {
  const within = [...Object.values(node.entries ?? {}), ...[node.item ?? [], node.wrapped ?? []].flat()]
  const options = node.type === 'union' ? ((node.options ?? []) as Node[]) : []
  const isDate = (node.pipe ?? []).some(({ type }) => type.startsWith('iso_'))
  return [...(isDate ? [node] : []), ...[...within, ...options].flatMap(datesIn)]
}
const stepsOf = (node: Node): Node[] =>
  (node.pipe ?? []).flatMap((step) => (step === node || !step.pipe ? [step] : stepsOf(step)))

it('takes no day in any call but those of the schema of days', () => {
  const checkOfDays = stepsOf(Day as unknown as Node).filter(({ type }) => type === 'check')
  expect(checkOfDays).toHaveLength(1)
  const dates = allCalls.flatMap(({ name, input }) =>
    datesIn(input as Schema as unknown as Node).map((node) => ({ name, steps: stepsOf(node) })),
  )
  expect(dates.length).toBeGreaterThan(20)
  for (const { name, steps } of dates) expect(steps, name).toEqual(expect.arrayContaining(checkOfDays))
})
