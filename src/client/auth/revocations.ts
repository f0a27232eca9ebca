import { sessionCalls, sessionHours } from '#contract/calls/session'
import type { Auth } from '#device/auth'
import { databaseName } from '#device/databaseName'
import { changeDevice, type DeviceRecord, type EndedSession, withTimeout, readDevice } from '#device/device'
import { revocationHandle } from '#device/sealing'
import { send } from '#transport/send'

const againMs = 15_000
/** Longer than any session: the server has ended it by then. */
const keptMs = (sessionHours + 1) * 3_600_000

let timer: ReturnType<typeof setTimeout> | undefined
let isWatching = false

/**
 * Revokes the sessions that were logged out on this device while the server could not be reached, also when
 * another admin is signed in now, and repeats it until the server has answered. Finishes deletions that were interrupted.
 */
export async function processEndedSessions(records: readonly DeviceRecord[]) {
  const ended = records.filter((one): one is EndedSession => 'handle' in one)
  const settled = await Promise.all(ended.map(settle))
  if (settled.every(Boolean)) return
  watchNetwork()
  clearTimeout(timer)
  timer = setTimeout(settleAgain, againMs)
}

const settleAgain = () => void readDevice().then((records) => processEndedSessions(records ?? []))

function watchNetwork() {
  if (isWatching) return
  isWatching = true
  window.addEventListener('online', settleAgain)
}

async function settle({ wipe, ...ended }: EndedSession): Promise<boolean> {
  // At once: later it would take along what the next sign-in saves.
  if (wipe !== undefined) {
    await deleteDatabase(databaseName(wipe))
    await settleRecord(ended)
  }
  const isKnown = !ended.revoke || (await revoke(ended.handle))
  if (Date.now() - ended.at > keptMs) await changeDevice((all) => all.delete(ended.id))
  else if (ended.revoke && isKnown) await settleRecord({ ...ended, revoke: false })
  return isKnown
}

/** Only where it still is: another tab may have unlocked that session, or settled it. */
const settleRecord = (next: EndedSession) =>
  changeDevice((all) => {
    const request = all.get(next.id)
    request.onsuccess = () => request.result && all.put(next)
  })

const revoke = (handle: string): Promise<boolean> =>
  send(sessionCalls.revokeSession, { handle }).then(
    () => true,
    () => false,
  )

/** The saved data of a session that ended is deleted by now; `isOver`: the server has ended it too. */
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

/** Deletes a database; it goes when the last tab lets go of it. */
const deleteDatabase = (name: string) =>
  withTimeout(
    new Promise<void>((done, failed) => {
      const request = indexedDB.deleteDatabase(name)
      request.onsuccess = () => done()
      request.onblocked = () => done()
      request.onerror = () => failed(request.error)
    }),
  )
