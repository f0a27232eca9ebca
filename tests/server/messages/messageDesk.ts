import { asc, eq } from 'drizzle-orm'
import { calls } from '#contract/index'
import { customerMessages } from '#server/db/tables/messages'
import { openMessageWorker } from '#server/process/workers/messageWorker'
import { type SendSms, SmsFault, type SmsMessage } from '#server/sms/sms'
import { manyCalls, openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'

/** A server with a clerk who takes deposits, and workers that send to what the test says. */
export async function openMessageDesk(env: NodeJS.ProcessEnv = {}) {
  const server = await openServer({ env, limits: manyCalls })
  const { database } = server
  const money = moneyOf(server)
  const clerk = await server.enter('can-record-collection', 'can-view-customer-details', 'can-edit-customer')
  const agent = await server.makeAgent({ name: 'Bọ́lá Ìgè' })

  /** A customer with an empty savings wallet. */
  async function saver(fields: Parameters<typeof server.makeCustomer>[1] = {}) {
    const customer = await server.makeCustomer(agent.id, fields)
    return { ...customer, saving: await money.makeSaving(customer) }
  }
  const deposit = async (savings_id: number, amount = naira(500), from: { key?: string } = {}) => {
    // A new session: the clock may have passed the end of the last one.
    const token = await server.openSession(clerk.id)
    return server.ask(calls.savings.depositSaving, { savings_id, amount }, { token, ...from })
  }
  const messagesTo = (customerId: number) =>
    database
      .select()
      .from(customerMessages)
      .where(eq(customerMessages.customerId, customerId))
      .orderBy(asc(customerMessages.id))

  /** What a worker sent; `answer` may throw an SmsFault. */
  function worker(answer: (message: SmsMessage) => unknown = () => {}) {
    const sent: SmsMessage[] = []
    const send: SendSms = async (message) => {
      await answer(message)
      sent.push(message)
    }
    const { run, stop, start } = openMessageWorker({
      database: server.services.connections.changes,
      send,
      log: server.services.log,
      now: server.services.now,
    })
    return { sent, run, stop, start }
  }

  return { server, database, money, clerk, agent, saver, deposit, messagesTo, worker }
}

/** A promise that the test keeps open. */
export function openGate() {
  let open = () => {}
  const passed = new Promise<void>((done) => {
    open = done
  })
  return { passed, open }
}

export const outage = () => {
  throw new SmsFault('HTTP 500', true)
}
