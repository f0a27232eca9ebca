import * as v from 'valibot'
import type { Kobo } from '#contract/values'
import { koboOf } from '#domain/money/kobo'

/** What an amount's field says while it is being filled in, once it may be sent; what is shown of it follows. */
export function parseAmount(schema: v.GenericSchema<unknown, Kobo>, text: string): Kobo | undefined {
  const parsed = v.safeParse(schema, koboOf(text))
  return parsed.success ? parsed.output : undefined
}
