import * as v from 'valibot'
import { expect, it } from 'vitest'
import { wireFormOf } from '#domain/wire'
import { calls } from '#contract/index'

/** Every amount that a change takes. */
const amounts = Object.values(calls).flatMap((group) =>
  Object.values(group).flatMap((call) =>
    call.kind !== 'write'
      ? []
      : Object.entries(call.input.entries as v.ObjectEntries)
          .filter(([, schema]) => wireFormOf(schema as v.GenericSchema) === 'naira')
          .map(([name, schema]) => [`${call.name} ${name}`, schema as v.GenericSchema] as const),
  ),
)

it('finds the amounts of the changes', () => expect(amounts.length).toBeGreaterThan(20))

it.each(amounts)('%s above its limit says what the limit is', (_name, schema) => {
  const parsed = v.safeParse(schema, 900_000_000_000_000)
  if (!parsed.success) expect(parsed.issues[0].message).toMatch(/at most ₦[\d,]+\.\d\d/i)
})
