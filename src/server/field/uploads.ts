import { lockAgentActs } from '../auth/devices'
import { announce, expectUpload, receiveBytes, stateOf } from '../files/fieldUploads'
import { makeTurns } from '../turns'
import { assertPrimary } from './primary'
import { deviceOf, type FieldContext, type FieldHandlers } from './context'
import { inTransaction } from './transaction'

/** Whole files whose bytes are in memory. */
const oneFile = makeTurns(2)

const keyOf = (context: FieldContext, id: string) => ({ agentId: deviceOf(context).agentId, key: id })

export const uploadHandlers: Pick<FieldHandlers, 'createUpload' | 'getUpload' | 'sendUpload'> = {
  createUpload: async ({ id, ...file }, context) => {
    const { services, now } = context
    const device = deviceOf(context)
    const row = await inTransaction(services, async (tx) => {
      await lockAgentActs(tx, device.agentId)
      await assertPrimary(tx, device, now)
      return announce(tx, keyOf(context, id), file, now)
    })
    return stateOf(row)
  },

  getUpload: async ({ id }, context) =>
    stateOf(await expectUpload(context.queries, keyOf(context, id), context.now)),

  sendUpload: async ({ id, offset }, context) => {
    const { services, now, body } = context
    const key = keyOf(context, id)
    const stores = { database: services.connections.changes, files: services.files, now }
    const upload = await expectUpload(stores.database, key, now)
    // A body that is refused is left unread; ending it would end the connection before the reply.
    const bytes = body?.iterator({ destroyOnReturn: false }) ?? []
    await receiveBytes(stores, upload, offset, bytes as AsyncIterable<Buffer>, oneFile)
    return stateOf(await expectUpload(stores.database, key, now))
  },
}
