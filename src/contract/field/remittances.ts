import * as v from 'valibot'
import { Kobo, Month, Text } from '../values'
import { fieldCall } from './call'
import { asked, described, Holds, Instant } from './values'

export const remittanceCalls = {
  getRemittances: fieldCall({
    name: 'getRemittances',
    method: 'GET',
    path: '/remittances',
    access: 'device',
    summary: 'What the agent handed in in a month',
    description:
      'This month without one; the newest first. The office counts and records what it receives: an agent announces and records none.',
    input: v.object({ month: asked.month }),
    output: v.object({
      month: Month,
      holds: Holds,
      handed_in: described(Kobo, 'Counted in those that were not reversed.'),
      remittances: v.array(
        v.object({
          reference: Text,
          received_at: Instant,
          expected: described(Kobo, 'What the agent held by the books.'),
          counted: Kobo,
          difference: described(
            Kobo,
            'Counted less expected: below zero where cash was missing, which the agent still holds by the books.',
          ),
          reversed: described(v.boolean(), 'Whether the office took it back since.'),
        }),
      ),
    }),
  }),
}
