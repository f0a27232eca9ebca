import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { type ReactNode, useEffect, useState } from 'react'
import { Problem } from '#contract/problems'
import { ProblemNote } from './ProblemNote'

/** The part of a query that the ui looks at. */
export type Loadable<T> = {
  data: T | undefined
  error: unknown
  dataUpdatedAt: number
  isFetching: boolean
  refetch: () => unknown
}

/** An answer that takes the rows away: what the user may no longer see must not stay on screen. */
const isFinal = (error: unknown) =>
  error instanceof Problem && ['forbidden', 'notFound', 'refused', 'invalid'].includes(error.code)

type Props<T> = {
  of: Loadable<T>
  children: (data: T) => ReactNode
  /** What there is where the server can't be reached and nothing of this was saved. */
  instead?: ReactNode
}

/** Shows a query's data; while there is none, a skeleton or the reason. Old data stays beside a passing problem. */
export function Ready<T>({ of: query, children, instead }: Props<T>) {
  const { data, error } = query
  const retry = () => void query.refetch()
  if (data !== undefined && !isFinal(error))
    return (
      <>
        {error !== null && !isOffline(error) && <ProblemNote of={error} onRetry={retry} reading />}
        {children(data)}
      </>
    )
  if (error === null) return <Waiting />
  if (!isOffline(error)) return <ProblemNote of={error} onRetry={retry} reading />
  return (
    <>
      <NotSaved onRetry={retry} />
      {instead}
    </>
  )
}

const isOffline = (error: unknown) => error instanceof Problem && error.code === 'offline'

function NotSaved({ onRetry }: { onRetry: () => void }) {
  return (
    <ProblemNote
      of={new Problem('offline', 'Not saved on this device. Connect once to open it here.')}
      onRetry={onRetry}
    />
  )
}

/** A skeleton, and only for what takes longer than a glance. */
export function Waiting({ rows = 6 }: { rows?: number }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 300)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Stack role="status" aria-label="Loading" spacing={1} sx={{ visibility: shown ? 'visible' : 'hidden' }}>
      {Array.from({ length: rows }, (_, at) => at).map((at) => (
        <Skeleton key={at} variant="rounded" height={44} />
      ))}
    </Stack>
  )
}
