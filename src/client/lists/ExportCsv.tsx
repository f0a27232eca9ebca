import Button from '@mui/material/Button'
import { useContext, useId, useRef, useState } from 'react'
import type { Column } from '#contract/call'
import { exportCap } from '#contract/values'
import { formatCount } from '#domain/money/figures'
import { type ExportOutcome, exportCsv, saveRows } from '#transport/exportCsv'
import type { PagedList } from '#api/usePagedList'
import { Confirm } from '#ui/feedback/Confirm'
import { useHasPendingFilter } from '#ui/form/pendingFilter'
import { ScreenTitle } from '#ui/layout/Screen'
import { toast } from '#ui/feedback/toast'
import { useActor } from '#auth/permissions'
import { useConnection } from '#api/useConnection'

type Props<Row> = {
  list: PagedList<Row>
  name: string
  label?: string
  /** What the file holds while the list has no filter, where that needs a question first. */
  unfiltered?: string | undefined
}

/** Export CSV with its permission, its cap and prompt, its progress and its way out. */
export function ExportCsv<Row>({ list, name, label = 'Export CSV', unfiltered }: Props<Row>) {
  const { actor } = useActor()
  const { online } = useConnection()
  const title = useContext(ScreenTitle)
  const isPending = useHasPendingFilter()
  const pendingId = useId()
  const [asking, setAsking] = useState(false)
  const [rows, setRows] = useState<number | undefined>(undefined)
  const abort = useRef<AbortController | undefined>(undefined)
  if (!actor?.permissions.has('can-download-csv-file')) return null

  const download = async () => {
    setAsking(false)
    setRows(0)
    abort.current = new AbortController()
    toast('info', 'Downloading all data... please wait')
    const outcome = await exportCsv(list.call, list.body, name, {
      signal: abort.current.signal,
      onRows: setRows,
      title,
      words: list.words,
      total: list.total,
    })
    setRows(undefined)
    tell(outcome, isFiltered)
    // Of what is too much to count nobody was asked before.
    if (outcome.kind === 'saved' && outcome.rows === exportCap && list.total <= exportCap)
      toast('warning', `A file holds ${exportCap} rows. There may be more: choose fewer days.`)
  }
  const downloadSaved = async () => {
    const { rows: saved, total, savedAt } = await list.allSaved()
    if (saved.length === 0) return toast('error', 'No data to download.')
    // As in the server's file: without columns that it did not send.
    const columns = (list.call.csv as readonly Column<Row & object>[]).filter(({ field }) =>
      saved.some((row) => field in (row as object)),
    )
    const about = { title, words: list.words, total, asOf: new Date(savedAt), isSaved: true }
    saveRows(saved as (Row & object)[], columns, name, about)
    toast('success', `CSV downloaded successfully! ${formatCount(saved.length)} saved records exported.`)
  }
  const isFiltered = Object.keys(list.filters).length > 0
  const isTooLong = list.total > exportCap
  const press = () => {
    if (isPending) toast('error', pendingReason)
    else if (!online) void downloadSaved()
    else if (list.rows !== undefined && list.total === 0) toast('error', 'No data to download.')
    else if (isTooLong || (unfiltered && !isFiltered)) setAsking(true)
    else void download()
  }

  if (rows !== undefined)
    return (
      <Button variant="outlined" onClick={() => abort.current?.abort()}>
        {`Cancel download (${formatCount(rows)} rows)`}
      </Button>
    )
  return (
    <>
      <Button
        variant="outlined"
        onClick={press}
        aria-describedby={isPending ? pendingId : undefined}
        sx={isPending ? { opacity: 0.6 } : undefined}
      >
        {online ? label : `${label} (saved rows)`}
      </Button>
      {isPending && (
        <span id={pendingId} hidden>
          {pendingReason}
        </span>
      )}
      <Confirm
        open={asking}
        title={label}
        text={
          isTooLong
            ? `Too many rows (${list.total}). Only the first ${exportCap} will be downloaded. Continue?`
            : `${unfiltered} Continue?`
        }
        act="Continue"
        onAct={() => void download()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}

/** A file has the rows on the screen: those of the filter that was sent. */
const pendingReason = 'You changed the filter: press Search first, then download.'

function tell(outcome: ExportOutcome, filtered: boolean) {
  if (outcome.kind === 'saved')
    toast(
      'success',
      filtered
        ? `CSV downloaded successfully! ${outcome.rows} filtered records exported.`
        : 'CSV downloaded successfully.',
    )
  if (outcome.kind === 'empty')
    toast('error', filtered ? 'No data matches your current filters' : 'No data available for download')
  if (outcome.kind === 'cancelled') toast('info', 'Download cancelled.')
  if (outcome.kind === 'failed')
    toast(
      'error',
      outcome.problem.message === 'Unexpected API response structure.'
        ? outcome.problem.message
        : 'Failed to download CSV. Please try again.',
    )
}
