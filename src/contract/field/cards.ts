import * as v from 'valibot'
import { boxUnits } from '#contract/calls/savingCards'
import { Day, Id, Kobo, optionalText, Text } from '../values'
import { fieldCall } from './call'
import { Count, described } from './values'

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
          number: described(Count, 'Of the cycle: 1 for that of the opening.'),
          from_day: Day,
          through_day: Day,
          unit: described(v.picklist(boxUnits), 'For what a box stands.'),
          boxes: described(Count, 'Of the cycle.'),
          filled: described(Count, 'Boxes that are paid.'),
          behind: described(Count, 'Boxes that were due until today and are empty.'),
          carried: described(Kobo, 'Paid beyond the filled boxes.'),
          fixed_amount: described(Kobo, 'What fills a box.'),
          paid: described(Kobo, 'In the cycle.'),
          commission: described(Kobo, 'What the business keeps of it.'),
          text: described(Text, 'As “17 of 31”.'),
          payments: v.array(
            v.object({
              day: Day,
              amount: Kobo,
              reference: described(optionalText, 'Null for what was taken over from the old books.'),
              text: described(Text, 'The boxes that it filled: “4 days, 14–17”.'),
            }),
          ),
        }),
      ),
    }),
    example: { customer_id: 12 },
  }),
}
