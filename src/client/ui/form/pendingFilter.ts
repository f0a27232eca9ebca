import { useEffect, useSyncExternalStore } from 'react'

/** Search forms on the page with changes that were not sent. */
const pending = new Set<symbol>()
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/** Marks a search form as changed but not sent, so that an export waits for it. */
export function usePendingFilter(isPending: boolean) {
  useEffect(() => {
    if (!isPending) return
    const form = Symbol('form')
    pending.add(form)
    notify()
    return () => {
      pending.delete(form)
      notify()
    }
  }, [isPending])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a search form on the page has changes that were not sent. */
export const useHasPendingFilter = () => useSyncExternalStore(subscribe, () => pending.size > 0)
