import { type DeviceRecord, readDevice } from '#device/device'
import { restoreAuth } from '#device/deviceAuth'
import { adoptLockState } from '#device/sealedUsers'

let work: Promise<void> | undefined

/** Restores the session and the lock state from IndexedDB, once per start. Nothing is fetched or shown before. */
export const restoreSession = () => (work ??= restore())

async function restore() {
  const reading = readDevice()
  const restoring = restoreAuth(reading)
  const records = await reading
  if (records) {
    adoptLockState(records)
    if (records.some((one) => 'handle' in one)) void finishEndedSessions(records)
  }
  await restoring
}

/** Loaded separately, to keep sign-in small. */
const finishEndedSessions = (records: readonly DeviceRecord[]) =>
  import('./revocations').then(
    ({ processEndedSessions }) => processEndedSessions(records),
    // Retried at the next start.
    () => undefined,
  )
