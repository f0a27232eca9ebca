import { useState } from 'react'
import { type Auth, signInAs } from '#data/auth'
import type { SealedUser } from '#data/sealedUsers'
import type { Unlocking } from '#data/vaultLock'

/** With the app, which is what comes next: the door is on screen before the database is there. */
const vaultLock = async () => (await import('./App')).vaultLock

/** Signs in with an open vault, or without one where the app can't be fetched now. */
export const enter = (auth: Auth) =>
  vaultLock().then(
    (vault) => vault.enter(auth),
    () => signInAs(auth),
  )

export const sealLeftOpen = async () => (await vaultLock()).sealLeftOpen()

/** Tries passwords at the door. */
export function useUnlock(onRefused: (outcome: Unlocking) => void) {
  const [busy, setBusy] = useState(false)
  async function unlock(user: SealedUser, password: string) {
    if (busy) return
    setBusy(true)
    const outcome = await vaultLock()
      .then((lock) => lock.unlockVault(user, password))
      .catch((): Unlocking => ({ kind: 'failed' }))
      .finally(() => setBusy(false))
    if (outcome.kind !== 'open') onRefused(outcome)
  }
  return { unlock, busy }
}
