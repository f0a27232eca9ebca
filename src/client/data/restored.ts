import { restoreAuth } from './auth'
import { readDevice } from './device'
import { settleEnded } from './revocations'
import { adoptDoor } from './sealedUsers'

let work: Promise<void> | undefined

/** Once a start: who is signed in and what the door says, as IndexedDB has it. Nothing is asked for or shown before. */
export const restored = () => (work ??= restore())

async function restore() {
  const records = await readDevice()
  // First what the server must know of sessions that were left here.
  if (records) {
    adoptDoor(records)
    void settleEnded(records)
  }
  await restoreAuth(records)
}
