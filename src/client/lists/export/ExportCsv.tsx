import Button from '@mui/material/Button'
import { useId, useState } from 'react'
import { exportCap, type FileForm } from '#contract/values'
import type { ListRow } from '#offline/savedRows'
import { Confirm } from '#ui/feedback/Confirm'
import { useHasPendingFilter } from '#ui/form/pendingFilter'
import { useKeys } from '#ui/keys/useKeys'
import { useActor } from '#auth/permissions'
import { useConnection } from '#api/useConnection'
import { ExcelButton } from './ExcelButton'
import { type Exported, tell, useListExport } from './useListExport'

type Props<Row extends ListRow> = {
  list: Exported<Row>
  name: string
  label?: string
  /** A question to ask before exporting without a filter: what the file then holds. */
  unfiltered?: string | undefined
  /** Of a report of transactions, whose file says more while it comes. */
  ofTransactions?: boolean
  /** The file has all rows, however many. */
  isWhole?: boolean
  /** The first button of its screen. */
  isPrimary?: boolean
}

/** Export CSV: needs its permission, asks above the row limit, shows progress and can be cancelled. */
export function ExportCsv<Row extends ListRow>({
  list,
  name,
  ofTransactions = false,
  label = ofTransactions ? 'Download All Filtered' : 'Export CSV',
  unfiltered,
  isWhole = false,
  isPrimary = false,
}: Props<Row>) {
  const { actor } = useActor()
  const { online } = useConnection()
  const file = useListExport(list, name, ofTransactions)
  const isPending = useHasPendingFilter()
  const pendingId = useId()
  const [asking, setAsking] = useState<FileForm>()
  const isFiltered = Object.keys(list.filters).length > 0
  const isTooLong = !isWhole && list.total > exportCap
  const fetchAs = (form: FileForm) => void (form === 'csv' ? file.download() : file.downloadWorkbook())
  const press = (form: FileForm) => {
    if (isPending) tell('error', pendingReason)
    else if (!online) void file.downloadSaved(form)
    else if (list.rows !== undefined && list.total === 0) tell('error', 'No data to download.')
    else if (isTooLong || (unfiltered && !isFiltered)) setAsking(form)
    else fetchAs(form)
  }
  const mayExport = actor?.permissions.has('can-download-csv-file') && file.progress === undefined
  useKeys({ exportRows: mayExport ? () => press('csv') : undefined })
  if (!actor?.permissions.has('can-download-csv-file')) return null

  if (file.progress !== undefined)
    return (
      <Button variant="outlined" onClick={file.cancel}>
        {`Cancel download (${file.progress})`}
      </Button>
    )
  return (
    <>
      <Button
        variant={isPrimary ? 'contained' : 'outlined'}
        onClick={() => press('csv')}
        aria-describedby={isPending ? pendingId : undefined}
        sx={isPending ? { opacity: 0.6 } : undefined}
      >
        <span className="tool-words">
          {label}
          {/* Under the label: the tools of a list keep to one line. */}
          {!online && <small> (saved rows)</small>}
        </span>
      </Button>
      <ExcelButton
        onClick={() => press('xlsx')}
        aria-describedby={isPending ? pendingId : undefined}
        sx={isPending ? { opacity: 0.6 } : undefined}
      />
      {isPending && (
        <span id={pendingId} hidden>
          {pendingReason}
        </span>
      )}
      <Confirm
        open={asking !== undefined}
        title={label}
        text={
          isTooLong
            ? `Too many rows (${list.total}). Only the first ${exportCap} will be downloaded. Continue?`
            : `${unfiltered} Continue?`
        }
        actionLabel="Continue"
        onConfirm={() => {
          const form = asking ?? 'csv'
          setAsking(undefined)
          fetchAs(form)
        }}
        onCancel={() => setAsking(undefined)}
      />
    </>
  )
}

/** A file contains the rows of the filter that was sent, not of unsent edits. */
const pendingReason = 'You changed the filter: press Search first, then download.'
