import { useState } from 'react'
import type { SealedUser } from '#device/sealedUsers'
import type { Unlocking } from '#offline/vaultLock'
import { appModule } from './appModule'

/** Tries passwords at the door. */
export function useUnlock(onRefused: (outcome: Unlocking) => void) {
  const [busy, setBusy] = useState(false)
  async function unlock(user: SealedUser, password: string) {
    if (busy) return
    setBusy(true)
    const outcome = await appModule()
      .then(({ vaultLock }) => vaultLock.unlockVault(user, password))
      .catch((): Unlocking => ({ kind: 'failed' }))
      .finally(() => setBusy(false))
    if (outcome.kind !== 'open') onRefused(outcome)
  }
  return { unlock, busy }
}
