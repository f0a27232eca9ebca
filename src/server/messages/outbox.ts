import { and, eq, inArray } from 'drizzle-orm'
import { smsText } from '#domain/text/sms'
import type { Queries } from '../db/database'
import { insertRows } from '../db/insertRows'
import { customerMessages } from '../db/tables/messages'
import { customers } from '../db/tables/schema'

type NewMessage = {
  customerId: number
  /** The movement that it reports; null if nothing moved. */
  entryId: number | null
  /** One of `messageTexts`; stored in letters of an SMS. */
  text: string
  /** Of a change of the phone number: the one before, to which it goes. */
  phone?: string
}

/** Whether the business sends messages. */
export type Services = { services: { config: { sms: { isOn: boolean } } } }
export const withoutMessages: Services['services'] = { config: { sms: { isOn: false } } }

/**
 * Writes messages to customers, in the transaction of the movements that they report: a movement that is rolled back has
 * no message. The worker sends them after the commit. The caller has locked the customers.
 */
export async function writeMessages(
  { queries, now, services }: { queries: Queries; now: Date } & Services,
  all: readonly NewMessage[],
) {
  if (all.length === 0) return
  const { isOn } = services.config.sms
  const silent = isOn ? await silentAmong(all, queries) : undefined
  await insertRows(
    queries,
    customerMessages,
    all.map((message) => {
      const isOff = !silent || silent.has(message.customerId)
      return {
        ...message,
        text: smsText(message.text),
        state: isOff ? ('off' as const) : ('waiting' as const),
        dueAt: isOff ? null : now,
        createdAt: now,
      }
    }),
  )
}

type OwnersMessage = { closingId: number; phone: string; text: string }

/** Writes what the owner of the business reads of a closed day, in the transaction of its closing. */
export const writeOwnersMessage = (
  { queries, now, services }: { queries: Queries; now: Date } & Services,
  { text, ...message }: OwnersMessage,
) =>
  queries.insert(customerMessages).values({
    ...message,
    text: smsText(text),
    ...(services.config.sms.isOn ? { state: 'waiting', dueAt: now } : { state: 'off' }),
    createdAt: now,
  })

/** The customers among the receivers who take no messages. */
async function silentAmong(all: readonly NewMessage[], queries: Queries) {
  const ids = [...new Set(all.map(({ customerId }) => customerId))]
  const rows = await queries
    .select({ id: customers.id })
    .from(customers)
    .where(and(inArray(customers.id, ids), eq(customers.takesMessages, false)))
  return new Set(rows.map(({ id }) => id))
}
