import type { Auth } from '#device/auth'
import { appModule } from './appModule'

/** Signs in with an open vault, or without one where the app can't be fetched now. */
export const completeSignIn = (auth: Auth) =>
  appModule().then(
    ({ vaultLock }) => vaultLock.completeSignIn(auth),
    async () => (await import('#device/deviceAuth')).signInAs(auth),
  )
