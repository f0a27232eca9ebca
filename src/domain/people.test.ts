import { describe, expect, it } from 'vitest'
import { fromWire, wireFormOf } from './wire'
import { allCalls } from '#contract/index'
import type { Schema } from '#contract/values'

type Node = { entries?: Record<string, Schema>; item?: Schema; wrapped?: Schema }
type Field = { call: string; name: string; schema: Schema }

/** Every field of an input, also in lists and objects. */
function fieldsOf(call: string, schema: Schema): Field[] {
  const { entries = {}, item, wrapped } = schema as unknown as Node
  const inner = item ?? wrapped
  return [
    ...Object.entries(entries).flatMap(([name, one]) => [
      { call, name, schema: one },
      ...fieldsOf(call, one),
    ]),
    ...(inner ? fieldsOf(call, inner) : []),
  ]
}
const fields = allCalls.flatMap((call) => fieldsOf(call.name, call.input))
const named = (pattern: RegExp) =>
  fields.filter(({ name }) => pattern.test(name)).map((one) => [`${one.call} ${one.name}`, one] as const)

const phones = named(/phone/)
it('there are calls with a phone number', () => expect(phones.length).toBeGreaterThan(7))

describe.each(phones)('%s', (_name, { schema }) => {
  it.each([
    '08035551001',
    '+234 803 555 1001',
    '2348035551001',
    '0803\u00A0555-1001',
    '(0803)5551001',
    '０８０３５５５１００１',
  ])('takes %s as 08035551001', (typed) => expect(fromWire(schema, typed)).toBe('08035551001'))
})

describe.each(named(/^(first|last)_name$/).filter(([, { schema }]) => wireFormOf(schema) !== undefined))(
  '%s',
  (_name, { schema }) =>
    it('is composed, without invisible characters and double spaces', () =>
      expect(fromWire(schema, '  Ade\u200B  O\u0323la\u0301 ')).toBe('Ade Ọlá')),
)
