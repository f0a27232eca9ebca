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

  /** The clerk asks for it, and another admin approves it. */
  async function switchOff(customer_id: number) {
    const asked = { customer_id, reason: 'Shares the phone' }
    const token = await server.openSession(clerk.id)
    const { reference } = (await server.ask(calls.messages.requestMessagesOff, asked, { token })).output()
      .data
    const approver = await server.enter('can-approve-messages-off')
    const listed = await server.ask(calls.messages.getMessagesOff, { page: 1 }, approver)
    const id = listed.output().data.data.find((one) => one.reference === reference)?.id ?? 0
    return server.ask(calls.messages.messagesOffDecision, { id, status: 'accept' }, approver)
  }

  return { server, database, money, clerk, agent, saver, deposit, messagesTo, worker, switchOff }
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
