import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { type ReactNode, useEffect, useState } from 'react'
import { isFinal, Problem } from '#contract/problems'
import { ProblemNote } from './ProblemNote'

/** The part of a query that the UI needs. */
export type Loadable<T> = {
  data: T | undefined
  error: unknown
  dataUpdatedAt: number
  isFetching: boolean
  refetch: () => unknown
}

type Props<T> = {
  query: Loadable<T>
  children: (data: T) => ReactNode
  /** Shown when the server can't be reached and the data is not saved. */
  instead?: ReactNode
  /** The height of the shown data, if it is known: reserved from the start, without a skeleton. */
  height?: number
}

/** Shows a query's data; without data a skeleton or the problem. Old data stays during a temporary problem. */
export function Ready<T>({ query, children, instead, height }: Props<T>) {
  const { data, error } = query
  const retry = () => void query.refetch()
  if (data !== undefined && !(error instanceof Problem && isFinal(error)))
    return (
      <>
        {error !== null && !isOffline(error) && <ProblemNote error={error} onRetry={retry} reading />}
        {children(data)}
      </>
    )
  if (error === null)
    return height ? <div role="status" aria-label="Loading" style={{ height }} /> : <Waiting />
  if (!isOffline(error)) return <ProblemNote error={error} onRetry={retry} reading />
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
      error={new Problem('offline', 'Not saved on this device. Connect once to open it here.')}
      onRetry={onRetry}
    />
  )
}

/** A skeleton, shown after 300 ms. */
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
