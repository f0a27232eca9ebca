import { startTransition, useEffect, useState } from 'react'

/** A part of the app that is loaded once, when it is first needed. */
type LazyPart<T> = { load: () => Promise<T>; get: () => T | undefined }

export function lazyPart<T>(fetchPart: () => Promise<T>): LazyPart<T> {
  let part: T | undefined
  let loading: Promise<T> | undefined
  return {
    load: () => {
      loading ??= fetchPart().then(
        (loaded) => {
          part = loaded
          return loaded
        },
        (error: unknown) => {
          // Offline, for example: the next caller retries.
          loading = undefined
          throw error
        },
      )
      return loading
    },
    get: () => part,
  }
}

/**
 * Returns the part, or undefined until it is loaded. React.lazy would show its fallback for 300 ms even if the part is
 * already loaded. `afterMs: null` does not load it. `onFail` must be a stable function.
 */
export function useLazyPart<T>(
  part: LazyPart<T>,
  { afterMs = 0, onFail }: { afterMs?: number | null; onFail?: () => void } = {},
): T | undefined {
  const [loaded, setLoaded] = useState<{ part: T } | undefined>(() => {
    const current = part.get()
    return current === undefined ? undefined : { part: current }
  })
  useEffect(() => {
    if (loaded || afterMs === null) return
    let isMounted = true
    const load = () =>
      void part.load().then(
        (result) => {
          if (isMounted) startTransition(() => setLoaded({ part: result }))
        },
        () => {
          if (isMounted) onFail?.()
        },
      )
    const timer = setTimeout(load, afterMs)
    return () => {
      isMounted = false
      clearTimeout(timer)
    }
  }, [loaded, part, afterMs, onFail])
  return loaded?.part
}
