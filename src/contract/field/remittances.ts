import * as v from 'valibot'
import { Kobo, Month, Text } from '../values'
import { fieldCall } from './call'
import { Instant } from './values'

export const remittanceCalls = {
  getRemittances: fieldCall({
    name: 'getRemittances',
    method: 'GET',
    path: '/remittances',
    access: 'device',
    summary: 'What the agent handed in in a month',
    description:
      'This month without one; the newest first. The office counts and records what it receives: an agent announces and records none.',
    input: v.object({ month: v.optional(Month) }),
    output: v.object({
      month: Month,
      /** The cash that the agent holds by the books. */
      holds: Kobo,
      /** Those that stand. */
      handed_in: Kobo,
      remittances: v.array(
        v.object({
          reference: Text,
          received_at: Instant,
          /** What the agent held by the books, and what was counted. */
          expected: Kobo,
          counted: Kobo,
          /** Counted less expected: below zero where cash was missing, which the agent still holds by the books. */
          difference: Kobo,
          reversed: v.boolean(),
        }),
      ),
    }),
  }),
}
