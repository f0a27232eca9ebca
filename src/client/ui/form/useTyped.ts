import { useEffect, useRef } from 'react'

const pauseMs = 250

/** Sends a text once nothing was typed for a moment. */
export function useTyped(text: string, send: () => void) {
  const latest = useRef(send)
  latest.current = send
  const first = useRef(text)
  useEffect(() => {
    if (first.current === text) return
    first.current = text
    const timer = setTimeout(() => latest.current(), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
}
