import * as v from 'valibot'
import { amountUpTo, Day, Id, Kobo, maxCustomerAmount, optionalText } from '../values'
import { fieldCall } from './call'
import { asked, ClockError, described, Holds, Instant, OfMovement, OwnId, said } from './values'

/** The most lines of one request. */
export const mostLines = 100

const Line = v.pipe(
  v.object({
    ...said,
    savings_id: v.optional(
      described(Id, 'Of a deposit: the wallet. A line has this or `loan_id`, not both.'),
    ),
    loan_id: v.optional(described(Id, 'Of a repayment: the loan.')),
    amount: described(
      amountUpTo(maxCustomerAmount, 'One line may be at most ₦100,000,000.00.'),
      'At most 100000000.00.',
    ),
    day: described(Day, 'The day of collection in Lagos.'),
  }),
  v.check(
    ({ savings_id, loan_id }) => (savings_id === undefined) !== (loan_id === undefined),
    'A line is either for a savings wallet or for a loan.',
  ),
)

/**
 * What became of a line. `not yet`: its day has not come by the server's clock, and nothing is kept of it; `conflict`: its id has other
 * content already. All others are kept, and never change but from `waiting`.
 */
const LineState = described(
  v.picklist(['booked', 'waiting', 'in office', 'refused', 'rejected', 'not yet', 'conflict']),
  '`booked`; `waiting` for an admin: send the line again later to learn what became of it; `in office`: the office’s sheet has it, it is not booked again; `refused` by a rule, see `message`; `rejected` by an admin; `not yet`: its day has not come, nothing is kept of it; `conflict`: its id has other content. Only `waiting` and `not yet` change.',
)

export const batchCalls = {
  recordBatch: fieldCall({
    name: 'recordBatch',
    method: 'POST',
    path: '/batches',
    access: 'primary',
    summary: 'Records deposits and repayments',
    description: `Up to ${mostLines} lines, each with an id of its own, and each with a result: the same line again gets its first result, whatever else is in the request, and the same id with other content is a \`conflict\`. A line of a closed day, one of more than seven days ago, and one for which the office’s sheet of the day has another amount waits for an admin; one that the office’s sheet has with this amount is \`in office\` and not booked again. After 31 days it is refused. Where any line is not valid (422) none is recorded: send the others without it. The device may forget a line with any result but \`waiting\` and \`not yet\`.`,
    input: v.object({
      lines: v.pipe(
        v.array(Line),
        v.minLength(1, 'The batch has no lines.'),
        v.maxLength(mostLines, `A batch may have at most ${mostLines} lines.`),
      ),
      device_time: v.optional(described(Instant, 'What the device’s clock says now.')),
    }),
    output: v.object({
      results: v.array(
        v.object({
          id: OwnId,
          state: LineState,
          message: described(optionalText, 'Why, or what it did to the card: “4 days, 17 of 31”.'),
          reference: OfMovement,
        }),
      ),
      holds: Holds,
      server_time: Instant,
      clock_error: ClockError,
    }),
    example: {
      lines: [
        {
          id: '0b2f6e0c-5d0a-4c8e-9a53-2f4f5e6a7b8c',
          savings_id: 12,
          amount: '1500.00',
          day: '2026-11-30',
          recorded_at: '2026-11-30T09:30:00+01:00',
          place: { latitude: 7.3775, longitude: 3.947, accuracy: 12 },
        },
      ],
    },
  }),
  getDay: fieldCall({
    name: 'getDay',
    method: 'GET',
    path: '/day',
    access: 'device',
    summary: 'The agent’s day: what was expected and collected, and what the devices recorded of it',
    description:
      'Today without a day. At most 1,000 lines, the newest first, with what became of them by now. `collected` is with what the office recorded.',
    input: v.object({ day: asked.day }),
    output: v.object({
      day: Day,
      booked: described(Kobo, 'Of the lines, less what was reversed.'),
      waiting: described(Kobo, 'Of the lines that wait for an admin.'),
      holds: Holds,
      expected: described(
        Kobo,
        'Due on the day, of the customers assigned then; of a day that is not kept yet, now.',
      ),
      collected: described(Kobo, 'Of the day, by devices and the office, less what was reversed.'),
      late: described(Kobo, 'The part of `collected` that was recorded after the day.'),
      paid_out: described(Kobo, 'Withdrawals that the agent paid.'),
      handed_in: described(Kobo, 'Remittances.'),
      lines: v.array(
        v.object({
          id: OwnId,
          savings_id: v.nullable(Id),
          loan_id: v.nullable(Id),
          amount: Kobo,
          recorded_at: Instant,
          received_at: Instant,
          state: LineState,
          message: optionalText,
          reference: OfMovement,
          reversed: described(v.boolean(), 'Whether the office took the movement back since.'),
        }),
      ),
    }),
  }),
}
export type BatchLine = v.InferOutput<typeof Line>
export type LineState = v.InferOutput<typeof LineState>
