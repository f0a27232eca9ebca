import { useState } from 'react'
import type { SealedUser } from '#device/sealedUsers'
import type { UnlockResult } from '#offline/vaultLock'
import { appModule } from './appModule'

/** Unlocks the vault on the lock screen. */
export function useUnlock(onRefused: (outcome: UnlockResult) => void) {
  const [busy, setBusy] = useState(false)
  async function unlock(user: SealedUser, password: string) {
    if (busy) return
    setBusy(true)
    const outcome = await appModule()
      .then(({ vaultLock }) => vaultLock.unlockVault(user, password))
      .catch((): UnlockResult => ({ kind: 'failed' }))
      .finally(() => setBusy(false))
    if (outcome.kind !== 'open') onRefused(outcome)
  }
  return { unlock, busy }
}
