import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { type ReactNode, useEffect, useState } from 'react'
import { isFinal, Problem } from '#contract/problems'
import { Card } from '../layout/Card'
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
  /** What the skeleton looks like: the page that comes. */
  like?: Shape
}

type Shape = 'rows' | 'form' | 'report' | 'record' | 'matrix' | 'case' | 'facts' | 'panel'

/** Shows a query's data; without data a skeleton or the problem. Old data stays during a temporary problem. */
export function Ready<T>({ query, children, instead, height, like }: Props<T>) {
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
    return height ? <div role="status" aria-label="Loading" style={{ height }} /> : <Waiting like={like} />
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

type WaitingProps = { rows?: number; like?: Shape | undefined }

/** A skeleton in the shape of the page, shown after 300 ms. */
export function Waiting({ rows = 6, like = 'rows' }: WaitingProps) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 300)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Stack role="status" aria-label="Loading" spacing={1} sx={{ visibility: shown ? 'visible' : 'hidden' }}>
      {shapes[like](rows)}
    </Stack>
  )
}

const several = (count: number, height: number, width: number | string = '100%') =>
  Array.from({ length: count }, (_, at) => at).map((at) => (
    <Skeleton key={at} variant="rounded" height={height} width={width} />
  ))

const shapes: Record<Shape, (rows: number) => ReactNode> = {
  rows: (rows) => several(rows, 44),
  /** Labels above fields, and the button. */
  form: () => (
    <Card narrow>
      <Stack spacing={1}>
        {[1, 2, 3].map((field) => (
          <Stack key={field} spacing={0.5}>
            {several(1, 18, 120)}
            {several(1, 44)}
          </Stack>
        ))}
        {several(1, 44, 160)}
      </Stack>
    </Card>
  ),
  /** The strip of figures, and what it sums up beside what explains it. */
  report: () => (
    <>
      {several(1, 88)}
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '2fr 1fr' }, gap: 1.5 }}>
        {several(2, 360)}
      </Box>
    </>
  ),
  /** Of a customer or a loan: figures, then rows beside cards. */
  record: (rows) => (
    <>
      {several(1, 92)}
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 340px' }, gap: 1.5 }}>
        <Stack spacing={0.5}>{several(2 * rows, 34)}</Stack>
        <Stack spacing={1.5}>{several(3, 140)}</Stack>
      </Box>
    </>
  ),
  /** A search above things and acts. */
  matrix: (rows) => (
    <>
      {several(1, 44, 320)}
      <Stack spacing={0.5}>{several(3 * rows, 36)}</Stack>
    </>
  ),
  /** What is decided, beside the panel of the decision. */
  case: () => (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 304px' }, gap: 2 }}>
      <Stack spacing={1}>{facts()}</Stack>
      <Stack spacing={1}>{panel()}</Stack>
    </Box>
  ),
  facts,
  panel,
}

function facts() {
  return (
    <>
      {several(1, 150)}
      {several(1, 190)}
      {several(1, 120)}
    </>
  )
}
/** The two statuses, the comment, the button. */
function panel() {
  return (
    <>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>{several(2, 52)}</Box>
      {several(1, 80)}
      {several(1, 48)}
    </>
  )
}
