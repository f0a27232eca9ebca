import type { Auth } from '#device/auth'
import { appModule } from './appModule'

/** Completes sign-in with an open vault, or without one if the app can't be loaded. */
export const completeSignIn = (auth: Auth) =>
  appModule().then(
    ({ vaultLock }) => vaultLock.completeSignIn(auth),
    async () => (await import('#device/deviceAuth')).signInAs(auth),
  )
