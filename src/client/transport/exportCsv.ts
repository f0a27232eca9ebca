import { deviceMs } from '#device/deviceMs'
import { serverTime } from '#device/clock'
import { today } from '#device/today'
import type { CellValue, Column, Call } from '#contract/call'
import { asProblem, type Problem } from '#contract/problems'
import type { FileForm } from '#contract/values'
import {
  byteOrderMark,
  cellText,
  csvLine,
  type FileFacts,
  introLines,
  savedNote,
  textLine,
} from '#domain/lists/csvFile'
import { currentAuth } from '#device/auth'
import { withFirstLines } from './fileSettings'
import { downloadBlob, saveFile } from './saveFile'
import { asOfIn } from './send'
import { sendForFile } from './sendForFile'

export type ExportOutcome =
  /** `rows`: of a CSV. */
  | { kind: 'saved'; rows?: number }
  | { kind: 'empty' }
  | { kind: 'cancelled' }
  /** `isCut`: after the file had begun to come. */
  | { kind: 'failed'; problem: Problem; isCut: boolean }

type About = Pick<FileFacts, 'title' | 'words' | 'total' | 'columns'>
type Options = About & {
  signal: AbortSignal
  /** When the file begins to come. */
  onStart?: (() => void) | undefined
  onRows: (rows: number) => void
}
type WorkbookOptions = { signal: AbortSignal; onBytes: (bytes: number) => void }

/**
 * Fetches a list as a file and hands it to the browser as `{name}{yyyy-mm-dd}.csv`.
 * `onRows` gets the number of rows received so far. Never throws.
 */
export async function exportCsv(
  call: Call,
  filters: Record<string, unknown>,
  name: string,
  { signal, onStart, onRows, ...about }: Options,
): Promise<ExportOutcome> {
  let isCut = false
  try {
    const response = await sendForFile(call, { page: 1, ...filters, download: 'csv' } as never, { signal })
    isCut = true
    onStart?.()
    const { blob, rows } = await readFile(response, onRows)
    if (rows === 0) return { kind: 'empty' }
    const asOf = new Date(serverTime(asOfIn(response) ?? deviceMs()))
    downloadBlob(withFirstLines() ? withDescription(blob, { ...about, rows, asOf }) : blob, dated(name))
    return { kind: 'saved', rows }
  } catch (error) {
    return signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', problem: asProblem(error), isCut }
  }
}

/** Fetches a list as an .xlsx workbook, `{name}{yyyy-mm-dd}.xlsx`. Never throws. */
export async function exportWorkbook(
  call: Call,
  filters: Record<string, unknown>,
  name: string,
  options: WorkbookOptions,
): Promise<ExportOutcome> {
  const body = { page: 1, ...filters, download: 'xlsx' } as never
  const saved = await saveFile(call, body, dated(name, 'xlsx'), options)
  return saved.kind === 'failed' ? { ...saved, isCut: false } : saved
}

/** Adds the description lines, after the byte-order mark. They need the number of rows, so they are added last. */
const withDescription = (file: Blob, facts: Omit<FileFacts, 'business'>) =>
  prependLines(introLines({ ...facts, business: currentAuth()?.business }), file)
const prependLines = (lines: string, file: Blob) =>
  new Blob([byteOrderMark, lines, file.slice(byteOrderMarkBytes)], { type: file.type })
const byteOrderMarkBytes = new TextEncoder().encode(byteOrderMark).length

/**
 * Reads the file as it arrives, to show progress. Counts line ends outside quotes, because a cell can contain a line break.
 * The first line is the header.
 */
async function readFile(
  response: Response,
  onRows: (rows: number) => void,
): Promise<{ blob: Blob; rows: number }> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let lines = 0
  let quoted = false
  const reader = response.body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done || !value) break
    parts.push(value)
    for (const byte of value)
      if (byte === quote) quoted = !quoted
      else if (byte === lineEnd && !quoted) lines++
    onRows(Math.max(0, lines - 1))
  }
  return { blob: new Blob(parts, { type: 'text/csv;charset=utf-8' }), rows: Math.max(0, lines - 1) }
}

const quote = 0x22
const lineEnd = 0x0a

/** Saves loaded rows as a file in the same form, without the server. Never throws. */
export async function saveRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  name: string,
  {
    form,
    isSaved = false,
    updatedAt,
    ...about
  }: About & {
    form: FileForm
    updatedAt: number
    /** The rows are saved ones; the file says so. */
    isSaved?: boolean
  },
): Promise<'saved' | 'failed'> {
  const facts = { ...about, rows: rows.length, asOf: new Date(serverTime(updatedAt)) }
  const cells = rows.map((row) =>
    columns.map(({ kind, field }) => ({ kind, value: row[field] as CellValue })),
  )
  if (form === 'xlsx')
    return import('./workbook')
      .then(({ workbookOf }) =>
        workbookOf(
          columns,
          cells.map((row) => row.map(cellText)),
          isSaved ? savedNote(facts) : [],
        ),
      )
      .then((file) => {
        downloadBlob(file, dated(name, 'xlsx'))
        return 'saved' as const
      })
      .catch(() => 'failed' as const)
  const heading = csvLine(columns.map(({ header }) => ({ kind: 'text', value: header })))
  const blob = new Blob([byteOrderMark, heading, ...cells.map(csvLine)], { type: 'text/csv;charset=utf-8' })
  const file = withFirstLines() ? withDescription(blob, facts) : blob
  downloadBlob(isSaved ? prependLines(textLine(savedNote(facts)), file) : file, dated(name))
  return 'saved'
}

const dated = (name: string, ending = 'csv') => `${name}${today()}.${ending}`
