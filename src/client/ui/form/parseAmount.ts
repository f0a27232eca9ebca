import * as v from 'valibot'
import type { Kobo } from '#contract/values'
import { koboOf } from '#domain/money/kobo'

/** Parses an amount while it is being entered; undefined until it is valid. */
export function parseAmount(schema: v.GenericSchema<unknown, Kobo>, text: string): Kobo | undefined {
  const parsed = v.safeParse(schema, koboOf(text))
  return parsed.success ? parsed.output : undefined
}
