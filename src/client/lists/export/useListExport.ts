import { useContext, useRef, useState } from 'react'
import type { Column, NamedRead } from '#contract/call'
import { idToReport } from '#contract/problems'
import { exportCap, type FileForm } from '#contract/values'
import { describedColumns } from '#domain/lists/describedColumns'
import { formatCount, pluralize } from '#domain/money/figures'
import { type ExportOutcome, exportCsv, exportWorkbook, saveRows } from '#transport/exportCsv'
import type { PagedList } from '#api/paging/usePagedList'
import { savedRepliesOf } from '#offline/savedLists'
import { type ListRow, filteredRows } from '#offline/savedRows'
import { ScreenTitle } from '#ui/layout/Screen'
import { type Toast, toast, type ToastKind } from '#ui/feedback/toast'

/** One message at a time: what comes later of an export takes the place of what was said before. */
export const tell = (kind: ToastKind, message: string, more: Pick<Toast, 'requestId'> = {}) =>
  toast(kind, message, { ...more, about: 'export' })

/** What a list's file is made of. */
export type Exported<Row extends ListRow> = Pick<
  PagedList<Row>,
  'call' | 'body' | 'words' | 'filters' | 'total' | 'rows' | 'query' | 'savedMatches'
>

/**
 * Exports a list as a file: all rows from the server, or offline the saved ones. `name` is the prefix of the file name. A report of
 * transactions also says when its file begins to come, and that its transactions could not be fetched if it never does.
 */
export function useListExport<Row extends ListRow>(
  list: Exported<Row>,
  name: string,
  ofTransactions: boolean,
) {
  const title = useContext(ScreenTitle)
  const [progress, setProgress] = useState<string | undefined>(undefined)
  const setRows = (rows: number) => setProgress(pluralize(rows, 'row'))
  const setBytes = (bytes: number) => setProgress(`${formatCount(Math.round(bytes / 1024))} kB`)
  const abort = useRef<AbortController | undefined>(undefined)
  const { call, body, words, total } = list

  const download = async () => {
    setRows(0)
    abort.current = new AbortController()
    tell('info', 'Downloading all data... please wait')
    const { signal } = abort.current
    const outcome = await exportCsv(call, body, name, {
      signal,
      onStart: ofTransactions ? () => tell('success', 'Download started successfully') : undefined,
      onRows: setRows,
      title,
      words,
      total,
      columns: await describedIn(call),
    })
    setProgress(undefined)
    toastOutcome(outcome, Object.keys(list.filters).length > 0, ofTransactions)
    // The total may have been too large to count, so the question before was skipped.
    if (outcome.kind === 'saved' && outcome.rows === exportCap && total <= exportCap)
      tell('warning', `A file holds ${exportCap} rows. There may be more: choose fewer days.`)
  }

  /** The same rows with typed cells, for spreadsheets. */
  const downloadWorkbook = async () => {
    setBytes(0)
    abort.current = new AbortController()
    tell('info', 'Downloading all data... please wait')
    const { signal } = abort.current
    const outcome = await exportWorkbook(call, body, name, { signal, onBytes: setBytes })
    setProgress(undefined)
    if (outcome.kind === 'saved') toastFile('xlsx', 'saved')
    else if (outcome.kind === 'failed')
      tell('error', 'Failed to download the workbook. Please try again.', {
        requestId: idToReport(outcome.problem),
      })
    else toastOutcome(outcome, false, ofTransactions)
  }

  const downloadSaved = async (form: FileForm) => {
    const saved = await savedRows(list)
    if (saved.rows.length === 0) return tell('error', 'No data to download.')
    // Like the server's file, without columns that the server did not send.
    const columns = (call.csv as readonly Column<Row>[]).filter(({ field }) =>
      saved.rows.some((row) => field in row),
    )
    const outcome = await saveRows(saved.rows, columns, name, {
      form,
      title,
      words,
      total,
      columns: await describedIn(call),
      updatedAt: saved.savedAt,
      isSaved: true,
    })
    if (form === 'csv')
      tell(
        'success',
        `CSV downloaded successfully! ${pluralize(saved.rows.length, 'saved record')} exported.`,
      )
    else toastFile(form, outcome)
  }

  /** `progress`: how much has come; undefined while no download runs. */
  return { progress, download, downloadWorkbook, downloadSaved, cancel: () => abort.current?.abort() }
}

/** Says that a file was saved, or that its code could not be loaded. */
export function toastFile(form: FileForm, outcome: 'saved' | 'failed') {
  if (outcome === 'saved') tell('success', `${form === 'csv' ? 'CSV' : 'Workbook'} downloaded successfully.`)
  else tell('error', 'Failed to download the workbook. Please try again.')
}

/** The columns of a file that have a note. */
export async function describedIn({ name, csv = [] }: Pick<NamedRead, 'name' | 'csv'>) {
  const { columnNotes } = await import('#domain/lists/columnNotes')
  return describedColumns(csv, columnNotes[name] ?? {})
}

/** All matches of a search of saved rows, else all saved rows under the same filter, else the shown page. */
async function savedRows<Row extends ListRow>({ call, body, savedMatches, rows = [], query }: Exported<Row>) {
  const saved = savedMatches ?? filteredRows<Row>(await savedRepliesOf(call.name), body)
  return saved ?? { rows, savedAt: query.dataUpdatedAt }
}

function toastOutcome(outcome: ExportOutcome, filtered: boolean, ofTransactions: boolean) {
  if (outcome.kind === 'saved')
    tell(
      'success',
      filtered
        ? `CSV downloaded successfully! ${outcome.rows} filtered records exported.`
        : 'CSV downloaded successfully.',
    )
  if (outcome.kind === 'empty')
    tell('error', filtered ? 'No data matches your current filters' : 'No data available for download')
  if (outcome.kind === 'cancelled') tell('info', 'Download cancelled.')
  if (outcome.kind === 'failed')
    tell(
      'error',
      outcome.problem.message === 'Unexpected API response structure.'
        ? outcome.problem.message
        : ofTransactions && !outcome.isCut
          ? 'Failed to fetch transactions'
          : 'Failed to download CSV. Please try again.',
      { requestId: idToReport(outcome.problem) },
    )
}
