import type { CellValue, Column, Call } from '#contract/call'
import { asProblem, type Problem } from '#contract/problems'
import { byteOrderMark, csvLine } from '#domain/csvFile'
import { lagosDay } from '#domain/lagos'
import { sendForFile } from './send'

export type ExportOutcome =
  | { kind: 'saved'; rows: number }
  | { kind: 'empty' }
  | { kind: 'cancelled' }
  | { kind: 'failed'; problem: Problem }

/**
 * Fetches a list as a file and hands it to the browser as `{name}{yyyy-mm-dd}.csv`.
 * `onRows` is told how many rows have arrived. Never throws.
 */
export async function exportCsv(
  call: Call,
  filters: Record<string, unknown>,
  name: string,
  options: { signal: AbortSignal; onRows: (rows: number) => void },
): Promise<ExportOutcome> {
  try {
    const response = await sendForFile(call, { page: 1, ...filters } as never, { signal: options.signal })
    const { blob, rows } = await readFile(response, options.onRows)
    if (rows === 0) return { kind: 'empty' }
    offer(blob, `${name}${lagosDay(new Date())}.csv`)
    return { kind: 'saved', rows }
  } catch (error) {
    return options.signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', problem: asProblem(error) }
  }
}

/** Reads as it arrives, so that the user sees it move. Line ends are counted; the first line is the heading. */
async function readFile(
  response: Response,
  onRows: (rows: number) => void,
): Promise<{ blob: Blob; rows: number }> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let lines = 0
  const reader = response.body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done || !value) break
    parts.push(value)
    for (const byte of value) if (byte === 0x0a) lines++
    onRows(Math.max(0, lines - 1))
  }
  return { blob: new Blob(parts, { type: 'text/csv;charset=utf-8' }), rows: Math.max(0, lines - 1) }
}

/** Rows that are here already, as the same kind of file: no server is asked. */
export function saveRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  name: string,
) {
  const heading = csvLine(columns.map(({ header }) => ({ kind: 'text', value: header })))
  const lines = rows.map((row) =>
    csvLine(columns.map(({ kind, field }) => ({ kind, value: row[field] as CellValue }))),
  )
  const blob = new Blob([byteOrderMark, heading, ...lines], { type: 'text/csv;charset=utf-8' })
  offer(blob, `${name}${lagosDay(new Date())}.csv`)
}

function offer(blob: Blob, fileName: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
