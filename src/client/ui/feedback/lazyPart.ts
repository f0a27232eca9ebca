import { startTransition, useEffect, useState } from 'react'

/** A part of the app that is fetched when it is wanted, once. */
export type LazyPart<T> = { take: () => Promise<T>; now: () => T | undefined }

export function lazyPart<T>(load: () => Promise<T>): LazyPart<T> {
  let part: T | undefined
  let loading: Promise<T> | undefined
  return {
    take: () => {
      loading ??= load().then(
        (loaded) => {
          part = loaded
          return loaded
        },
        (error: unknown) => {
          // Without a network now: the next one who wants it asks again.
          loading = undefined
          throw error
        },
      )
      return loading
    },
    now: () => part,
  }
}

/**
 * The part, or undefined until it is here. Not React.lazy: its fallback is held on screen for 300 ms, even where
 * the part came long ago. With `afterPaint` what stands in for it is painted first in any case. Not wanted: `null`.
 */
export function useLazyPart<T>(
  part: LazyPart<T>,
  { afterMs = 0, afterPaint = false }: { afterMs?: number | null; afterPaint?: boolean } = {},
): T | undefined {
  const [loaded, setLoaded] = useState<{ part: T } | undefined>(() => {
    const now = afterPaint ? undefined : part.now()
    return now === undefined ? undefined : { part: now }
  })
  useEffect(() => {
    if (loaded || afterMs === null) return
    let wanted = true
    const take = () =>
      void part.take().then(
        (taken) => {
          if (wanted) startTransition(() => setLoaded({ part: taken }))
        },
        () => undefined,
      )
    const timer = setTimeout(take, afterMs)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [loaded, part, afterMs])
  return loaded?.part
}
