import { deviceMs } from '#device/deviceMs'
import { sessionCalls, sessionHours } from '#contract/calls/session'
import type { Auth } from '#device/auth'
import { databaseName } from '#device/databaseName'
import { changeDevice, type DeviceRecord, type EndedSession, withTimeout, readDevice } from '#device/device'
import { revocationHandle } from '#device/sealing'
import { send } from '#transport/send'

const retryMs = 15_000
/** Longer than any session lives: the server has ended it by then. */
const retentionMs = (sessionHours + 1) * 3_600_000

let timer: ReturnType<typeof setTimeout> | undefined
let isWatching = false

/**
 * Revokes the sessions that were logged out while the server could not be reached, even if another admin is signed in
 * now. Retries until the server replies. Also finishes interrupted deletions.
 */
export async function processEndedSessions(records: readonly DeviceRecord[]) {
  const ended = records.filter((one): one is EndedSession => 'handle' in one)
  const results = await Promise.all(ended.map(processEndedSession))
  if (results.every(Boolean)) return
  watchNetwork()
  clearTimeout(timer)
  timer = setTimeout(retry, retryMs)
}

const retry = () => void readDevice().then((records) => processEndedSessions(records ?? []))

function watchNetwork() {
  if (isWatching) return
  isWatching = true
  window.addEventListener('online', retry)
}

async function processEndedSession({ wipe, ...ended }: EndedSession): Promise<boolean> {
  // Immediately: a later deletion would also delete what the next sign-in saves.
  if (wipe !== undefined) {
    await deleteDatabase(databaseName(wipe))
    await replaceRecord(ended)
  }
  const isRevoked = !ended.revoke || (await revoke(ended.handle))
  if (deviceMs() - ended.at > retentionMs) await changeDevice((all) => all.delete(ended.id))
  else if (ended.revoke && isRevoked) await replaceRecord({ ...ended, revoke: false })
  return isRevoked
}

/** Only if the record still exists: another tab may have unlocked or revoked that session. */
const replaceRecord = (next: EndedSession) =>
  changeDevice((all) => {
    const request = all.get(next.id)
    request.onsuccess = () => request.result && all.put(next)
  })

const revoke = (handle: string): Promise<boolean> =>
  send(sessionCalls.revokeSession, { handle }).then(
    () => true,
    () => false,
  )

/** Records that the saved data of an ended session is deleted; `isOver`: the server has ended it too. */
export async function recordSessionEnd({ accessToken }: Auth, isOver: boolean) {
  const handle = await revocationHandle(accessToken).catch(() => '')
  await changeDevice((all) => {
    const request = all.get(`ended ${handle}`)
    request.onsuccess = () => {
      if (!request.result) return
      const { wipe: _wipe, ...ended } = request.result as EndedSession
      all.put({ ...ended, revoke: ended.revoke && !isOver })
    }
  })
}

/** Deletes a database. The browser completes this when the last tab has closed it. */
const deleteDatabase = (name: string) =>
  withTimeout(
    new Promise<void>((done, failed) => {
      const request = indexedDB.deleteDatabase(name)
      request.onsuccess = () => done()
      request.onblocked = () => done()
      request.onerror = () => failed(request.error)
    }),
  )
