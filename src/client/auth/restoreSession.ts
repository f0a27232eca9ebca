import { type DeviceRecord, readDevice } from '#device/device'
import { restoreAuth } from '#device/deviceAuth'
import { adoptLockState } from '#device/sealedUsers'

let work: Promise<void> | undefined

/** Once a start: who is signed in and what the door says, as IndexedDB has it. Nothing is asked for or shown before. */
export const restoreSession = () => (work ??= restore())

async function restore() {
  const reading = readDevice()
  const restoring = restoreAuth(reading)
  const records = await reading
  if (records) {
    adoptLockState(records)
    if (records.some((one) => 'handle' in one)) void settle(records)
  }
  await restoring
}

/** Apart from sign-in, which must be small. */
const settle = (records: readonly DeviceRecord[]) =>
  import('./revocations').then(
    ({ processEndedSessions }) => processEndedSessions(records),
    // At the next start, then.
    () => undefined,
  )
