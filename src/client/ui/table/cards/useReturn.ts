import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Left } from '../tableSource'

/** Cards scroll with the page: back in a list, it is where it was. */
export function useReturn({ left, remember }: Left) {
  const latest = useRef(remember)
  latest.current = remember
  const top = useRef(left?.top)
  useLayoutEffect(() => {
    if (top.current) scrollTo(0, top.current)
    top.current = undefined
  }, [])
  useEffect(() => {
    const keep = () => latest.current?.({ top: scrollY })
    addEventListener('scroll', keep, { passive: true })
    return () => removeEventListener('scroll', keep)
  }, [])
}
