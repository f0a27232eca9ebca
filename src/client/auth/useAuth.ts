import { useSyncExternalStore } from 'react'
import { currentAuth, onAuthChange } from '#device/auth'

/** Who is signed in; nobody while the page is prerendered. */
export const useAuth = () => useSyncExternalStore(onAuthChange, currentAuth, () => null)
