import * as v from 'valibot'
import { Day, Kobo, Month } from '../values'
import { fieldCall } from './call'
import { Reached } from './reads'
import { asked, described } from './values'

/** The agent's cash of a day or month, by the time of recording, less what was reversed. */
const cash = {
  collected: described(Kobo, 'Savings and repayments.'),
  paid_out: described(Kobo, 'Withdrawals that the agent paid.'),
  handed_in: described(Kobo, 'Remittances.'),
}

export const monthCalls = {
  getMonth: fieldCall({
    name: 'getMonth',
    method: 'GET',
    path: '/month',
    access: 'device',
    summary: 'What the agent collected, paid and handed in in a month, by day, and what it earns so far',
    description:
      'This month without one. By the time of recording, as the month’s statement has it, which decides on the pay; `pay` is null where the agent has no terms.',
    input: v.object({ month: asked.month }),
    output: v.object({
      month: Month,
      savings: Kobo,
      repayments: Kobo,
      commissions: described(Kobo, 'What the business kept as commission of the agent’s customers.'),
      pay: v.nullable(v.object({ commissions: Kobo, savings: Kobo, repayments: Kobo, total: Kobo })),
      ...cash,
      targets: v.object({ savings: Reached, repaid: Reached }),
      /** Days with something of these, the first first. */
      days: v.array(
        v.object({
          day: Day,
          ...cash,
          expected: v.nullable(
            described(Kobo, 'What was due on it, as the day’s close kept it; null until then.'),
          ),
        }),
      ),
    }),
  }),
}
