import { sessionCalls, sessionHours } from '#contract/session'
import type { Auth } from './auth'
import { databaseName } from './databaseName'
import { changeDevice, type DeviceRecord, deleteDatabase, type EndedSession, readDevice } from './device'
import { send } from './send'
import { revocationHandle } from './vaultCrypto'

const againMs = 15_000
/** No session lives as long; then nobody needs to know that it ended. */
const keptMs = (sessionHours + 1) * 3_600_000

let timer: ReturnType<typeof setTimeout> | undefined
let isWatching = false

/**
 * Tells the server which sessions were left on this device while it could not be reached, whoever is signed in now, and
 * goes on until it knows. Finishes deletions that the end of the browser cut short.
 */
export async function settleEnded(records: readonly DeviceRecord[]) {
  const ended = records.filter((one): one is EndedSession => 'handle' in one)
  const settled = await Promise.all(ended.map(settle))
  if (settled.every(Boolean)) return
  watchNetwork()
  clearTimeout(timer)
  timer = setTimeout(settleAgain, againMs)
}

const settleAgain = () => void readDevice().then((records) => settleEnded(records ?? []))

function watchNetwork() {
  if (isWatching) return
  isWatching = true
  window.addEventListener('online', settleAgain)
}

async function settle(one: EndedSession): Promise<boolean> {
  const { wipe, ...rest } = one
  const isKnown = !one.revoke || (await revoke(one.handle))
  if (wipe !== undefined) await deleteDatabase(databaseName(wipe))
  if (Date.now() - one.at > keptMs) await changeDevice((all) => all.delete(one.id))
  else if (one.revoke || wipe !== undefined) await settleRecord({ ...rest, revoke: !isKnown })
  return isKnown
}

/** As it stands: another tab may have opened that session again, or settled it. */
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

/** What was saved for a session that was left is deleted; `isOver`: the server knows that it ended. */
export async function settleSession({ accessToken }: Auth, isOver: boolean) {
  const handle = await revocationHandle(accessToken).catch(() => '')
  await changeDevice((all) => {
    const request = all.get(`ended ${handle}`)
    request.onsuccess = () => {
      const { wipe: _wipe, ...ended } = (request.result ?? {}) as EndedSession
      if (request.result) all.put({ ...ended, revoke: ended.revoke && !isOver })
    }
  })
}
