import { useSyncExternalStore } from 'react'
import { currentAuth, onAuthChange } from '#device/auth'

/** The signed-in admin; null while the page is prerendered. */
export const useAuth = () => useSyncExternalStore(onAuthChange, currentAuth, () => null)
