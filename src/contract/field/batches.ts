import * as v from 'valibot'
import { amountUpTo, Day, Id, Kobo, maxCustomerAmount, optionalText, Text } from '../values'
import { fieldCall } from './call'
import { Instant, OwnId, Place } from './values'

/** The most lines of one request. */
export const mostLines = 100

const Line = v.pipe(
  v.object({
    id: OwnId,
    savings_id: v.optional(Id),
    loan_id: v.optional(Id),
    amount: amountUpTo(maxCustomerAmount, 'One line may be at most ₦100,000,000.00.'),
    /** The day of collection in Lagos. */
    day: Day,
    recorded_at: Instant,
    place: v.optional(Place),
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
const LineState = v.picklist(['booked', 'waiting', 'in office', 'refused', 'rejected', 'not yet', 'conflict'])

export const batchCalls = {
  recordBatch: fieldCall({
    name: 'recordBatch',
    method: 'POST',
    path: '/batches',
    access: 'primary',
    summary: 'Records deposits and repayments',
    description: `Up to ${mostLines} lines, each with an id of its own, and each with a result: the same line again gets its first result, whatever else is in the request, and the same id with other content is a \`conflict\`. A line of a closed day, one of more than seven days ago, and one for which the office’s sheet of the day has another amount waits for an admin; one that the office’s sheet has with this amount is \`in office\` and not booked again. After 31 days it is refused. The device may forget a line with any result but \`waiting\` and \`not yet\`.`,
    input: v.object({
      lines: v.pipe(
        v.array(Line),
        v.minLength(1, 'The batch has no lines.'),
        v.maxLength(mostLines, `A batch may have at most ${mostLines} lines.`),
      ),
      device_time: v.optional(Instant),
    }),
    output: v.object({
      results: v.array(
        v.object({
          id: Text,
          state: LineState,
          /** Why, or what it did: '4 days, 17 of 31'. */
          message: optionalText,
          /** Of the movement, or of what waits. */
          reference: optionalText,
        }),
      ),
      /** The cash that the agent holds by the books. */
      holds: Kobo,
      server_time: Instant,
      clock_error: v.nullable(v.number()),
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
    input: v.object({ day: v.optional(Day) }),
    output: v.object({
      day: Day,
      /** Booked, less what was reversed. */
      booked: Kobo,
      waiting: Kobo,
      holds: Kobo,
      /** What was due on the day, of the customers assigned then; of a day that is not kept yet, now. */
      expected: Kobo,
      /** Of the day, less what was reversed, and the part of it that was recorded after the day. */
      collected: Kobo,
      late: Kobo,
      /** Withdrawals that the agent paid, and remittances. */
      paid_out: Kobo,
      handed_in: Kobo,
      lines: v.array(
        v.object({
          id: Text,
          savings_id: v.nullable(Id),
          loan_id: v.nullable(Id),
          amount: Kobo,
          recorded_at: Instant,
          received_at: Instant,
          state: LineState,
          message: optionalText,
          reference: optionalText,
          reversed: v.boolean(),
        }),
      ),
    }),
  }),
}
export type BatchLine = v.InferOutput<typeof Line>
export type LineState = v.InferOutput<typeof LineState>
