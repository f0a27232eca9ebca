import * as v from 'valibot'
import { Text } from '../values'

/**
 * What should be looked at before a decision, by a rule that has a name (rules.md, "Red flags"). It never blocks. The rule is a
 * text, so that a portal of an earlier release shows one that it does not know.
 */
export const Flag = v.object({
  /** Its name: 'Guarantor is late'. */
  rule: Text,
  /** For a row of the queue: 'Guarantor 12 days late'. */
  short: Text,
  /** With names and sums. */
  text: Text,
})
export type Flag = v.InferOutput<typeof Flag>
