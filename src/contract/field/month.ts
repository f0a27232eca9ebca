import * as v from 'valibot'
import { Day, Kobo, Month } from '../values'
import { fieldCall } from './call'
import { Reached } from './reads'

/** The agent's cash of a day or month, by the time of recording, less what was reversed. */
const cash = {
  /** Savings and repayments. */
  collected: Kobo,
  /** Withdrawals that the agent paid. */
  paid_out: Kobo,
  /** Remittances. */
  handed_in: Kobo,
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
    input: v.object({ month: v.optional(Month) }),
    output: v.object({
      month: Month,
      savings: Kobo,
      repayments: Kobo,
      /** What the business kept as commission of the agent’s customers. */
      commissions: Kobo,
      pay: v.nullable(v.object({ commissions: Kobo, savings: Kobo, repayments: Kobo, total: Kobo })),
      ...cash,
      targets: v.object({ savings: Reached, repaid: Reached }),
      /** Days with something of these, the first first. */
      days: v.array(
        v.object({
          day: Day,
          ...cash,
          /** What was due on it, as it was kept at the day's close; null until then. */
          expected: v.nullable(Kobo),
        }),
      ),
    }),
  }),
}
