import { and, eq } from 'drizzle-orm'
import { boxesText, typedText } from '#domain/savings/card'
import { cardFrom } from '#domain/savings/cardText'
import { lagosDay } from '#domain/time/lagos'
import { customers } from '../db/tables/schema'
import { cardsOf } from '../modules/savings/cards'
import { notDeleted } from '../people/customerColumns'
import { deviceOf, type FieldHandlers } from './context'

export const cardHandlers: Pick<FieldHandlers, 'getCards'> = {
  getCards: async ({ customer_id }, context) => {
    const { queries, now } = context
    const own = await queries.$count(
      customers,
      and(
        eq(customers.id, customer_id),
        eq(customers.assignedAgentId, deviceOf(context).agentId),
        notDeleted,
      ),
    )
    if (own === 0) return { cards: [] }
    const all = await cardsOf(queries, { customer_ids: [customer_id] }, lagosDay(now))
    return {
      cards: all.map((facts) => {
        const card = cardFrom(facts)
        const { savings_id, reference, number, from_day, through_day, unit, fixed_amount } = facts
        const span = { boxes: facts.boxes, dueBoxes: facts.due_boxes, fixedAmount: fixed_amount }
        const { filled, behind, carried, paid, commission } = card
        return {
          savings_id,
          reference,
          type: facts.saving_type_name,
          number,
          from_day,
          through_day,
          unit,
          boxes: facts.boxes,
          filled,
          behind,
          carried,
          fixed_amount,
          paid,
          commission,
          text: typedText(span, unit, paid, undefined),
          payments: card.payments.map((one) => ({
            day: one.payment.day,
            amount: one.payment.amount,
            reference: one.payment.reference,
            text: boxesText(one, unit),
          })),
        }
      }),
    }
  },
}
