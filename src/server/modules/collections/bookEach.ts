import type { Kobo } from '#contract/values'
import { typedText } from '#domain/savings/card'
import { approvalDays } from '#domain/time/collectionDays'
import type { Queries } from '../../db/database'
import { refusalOf } from '../../errors/refusals'
import type { Context } from '../../handler'
import { collectedOnOf } from '../../ledger/collectedOn'
import { bookLines, postedOf } from './booking'
import { expectedOf } from './due'
import { lockPayees, type Payee } from './payees'

/** A line of an agent's batch that is to be booked. */
export type BatchedLine = { savings_id?: number; loan_id?: number; amount: Kobo }
export type Outcome =
  | { state: 'booked'; entryId: number; reference: string; message: string | null }
  | { state: 'refused'; message: string }

type Booking = {
  agent: { id: number; name: string }
  day: string
  adminId: number | null
  isApproved: boolean
}
type Parts = Pick<Context, 'queries' | 'now' | 'services'>

/**
 * Books the lines of a batch, each for another wallet or loan: all at once, or if one can't be, each on its own, so that it keeps none
 * of the others back. `store` keeps the outcomes, in the order of the lines, in the same transaction. `onRefusal` may say that it was
 * for another reason than a line's.
 */
export async function bookEach(
  parts: Parts,
  booking: Booking,
  lines: readonly BatchedLine[],
  store: (outcomes: readonly Outcome[]) => Promise<void>,
  onRefusal: () => Promise<void> = async () => {},
) {
  if (lines.length === 0) return store([])
  try {
    await parts.queries.transaction((queries) => book({ ...parts, queries }, booking, lines, store))
    return
  } catch (error) {
    if (!refusalOf(error)) throw error
  }
  await onRefusal()
  const outcomes: Outcome[] = []
  for (const line of lines) outcomes.push(await bookOne(parts, booking, line))
  return store(outcomes)
}

async function bookOne(parts: Parts, booking: Booking, line: BatchedLine): Promise<Outcome> {
  try {
    const made: Outcome[] = []
    await parts.queries.transaction((queries) =>
      book({ ...parts, queries }, booking, [line], async (outcomes) => void made.push(...outcomes)),
    )
    const [outcome] = made
    if (!outcome) throw new Error('A line has no outcome.')
    return outcome
  } catch (error) {
    const refused = refusalOf(error)
    if (!refused) throw error
    return { state: 'refused', message: refused.message.replace(aloneText, '').replace(ownerText, '') }
  }
}

/** What a refused sheet begins with. */
const aloneText = /^Nothing was recorded\. 1 line of 1 can’t be: /
/** Whose wallet or loan it is: the line says that, and what is kept has no name that an anonymised customer would leave behind. */
const ownerText = /^[^:]*, (?=\S+: )/

async function book(
  parts: Parts,
  { agent, day, adminId, isApproved }: Booking,
  lines: readonly BatchedLine[],
  store: (outcomes: readonly Outcome[]) => Promise<void>,
) {
  const { queries, now } = parts
  const collectedOn = collectedOnOf(day, now, isApproved ? approvalDays : undefined)
  // What else came in on the day was compared before: two equal lines of a batch are two deposits.
  const wanted = lines.map((line) => ({ ...line, twice: true }))
  const payees = await lockPayees(
    queries,
    { agent_id: agent.id, day, lines: wanted, payouts: [] },
    { madeAt: now, adminId, earlier: [] },
  )
  const collected = payees.map((payee, at) => ({ payee, amount: lines[at]?.amount ?? (0 as Kobo) }))
  const cards = await cardTexts(queries, collected, day)
  await bookLines(parts, { agent, day, collectedOn, adminId, isApproved }, collected, (made) =>
    store(
      collected.map((_line, at) => {
        const { entryId, reference } = postedOf(made, at)
        return { state: 'booked', entryId, reference, message: cards[at] ?? null }
      }),
    ),
  )
}

/** What each deposit does to its card: '4 days, 17 of 31'. */
async function cardTexts(queries: Queries, lines: readonly { payee: Payee; amount: Kobo }[], day: string) {
  const wallets = lines.flatMap(({ payee }) => (payee.kind === 'saving' ? [payee.wallet] : []))
  const expected = await expectedOf(queries, wallets, day)
  return lines.map(({ payee, amount }) => {
    const card = payee.kind === 'saving' ? expected.get(payee.savingsId)?.line.card : undefined
    if (!card || card.fixed_amount <= 0) return null
    const { boxes, due_boxes: dueBoxes, fixed_amount: fixedAmount, unit, paid } = card
    return typedText({ boxes, dueBoxes, fixedAmount }, unit, paid, amount)
  })
}
