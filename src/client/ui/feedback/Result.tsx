import Alert from '@mui/material/Alert'
import { useEffect, useRef } from 'react'

/** What came of a change, on its own screen. It has the focus, so that it is read at once and the next Tab goes on from it. */
export function Result({ children }: { children: string }) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another result
  useEffect(() => place.current?.focus({ preventScroll: false }), [children])
  return (
    <Alert severity="success" role="status" ref={place} tabIndex={-1}>
      {children}
    </Alert>
  )
}
