import { useEffect, useSyncExternalStore } from 'react'

/** Search forms on the page whose entries differ from what the list shows. */
const pending = new Set<symbol>()
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

/** Marks a search form as changed and not yet sent, so that an export waits for it. */
export function usePendingFilter(isPending: boolean) {
  useEffect(() => {
    if (!isPending) return
    const form = Symbol('form')
    pending.add(form)
    changed()
    return () => {
      pending.delete(form)
      changed()
    }
  }, [isPending])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a search form of the page waits to be sent. */
export const useHasPendingFilter = () => useSyncExternalStore(subscribe, () => pending.size > 0)
