import * as v from 'valibot'
import { boxUnits } from '#contract/calls/savingCards'
import { Day, Id, Kobo, optionalText, Text } from '../values'
import { fieldCall } from './call'

export const cardCalls = {
  getCards: fieldCall({
    name: 'getCards',
    method: 'GET',
    path: '/cards',
    access: 'device',
    summary: 'The savings cards of an own customer',
    description:
      'Of each open wallet the card of the present cycle, as the office prints it, whoever recorded the deposits. None of a customer who is not the agent’s.',
    input: v.object({ customer_id: Id }),
    output: v.object({
      cards: v.array(
        v.object({
          savings_id: Id,
          reference: Text,
          type: Text,
          /** Of the cycle: 1 for that of the opening. */
          number: v.number(),
          from_day: Day,
          through_day: Day,
          unit: v.picklist(boxUnits),
          boxes: v.number(),
          filled: v.number(),
          /** Boxes that were due until today and are empty. */
          behind: v.number(),
          /** Paid beyond the filled boxes. */
          carried: Kobo,
          /** What fills a box. */
          fixed_amount: Kobo,
          paid: Kobo,
          /** What the business keeps of it. */
          commission: Kobo,
          /** '17 of 31' */
          text: Text,
          payments: v.array(
            v.object({
              day: Day,
              amount: Kobo,
              /** Null for what was taken over from the old books. */
              reference: optionalText,
              /** The boxes that it filled: '4 days, 14–17'. */
              text: Text,
            }),
          ),
        }),
      ),
    }),
    example: { customer_id: 12 },
  }),
}
