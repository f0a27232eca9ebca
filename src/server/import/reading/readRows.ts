import type { ImportNoun } from '#contract/calls/imports'
import { cellText, type DateOrder, textOf } from '#domain/import/cells'
import { columnsOf, type DateQuestion } from '#domain/import/columns'
import { type Heading, importFields } from '#domain/import/nouns'
import { type CellFault, headingOf, type ImportRow, isMended, rowOf } from '#domain/import/rows'
import { writtenOf } from '#domain/import/written'
import { csvRows, encodingNames, hintIn, separators } from './csv'
import { tableLimits, type TableLimits } from './limits'
import { openWorksheet } from './worksheet'
import { inspectTable } from './table'
import { TableFault, type TableRow } from './tableRow'

/** A row as it was read: what is moved in, or what is wrong with it and its cells to mend. */
export type ReadRow = {
  line: number
  row: ImportRow
  faults: readonly CellFault[]
  /** Of a row with faults, by the names of fields: what was read as every file writes it, and the rest as it stands. */
  cells?: Record<string, string>
}
export type Opened = {
  bytes: number
  sha256: string
  /** About how many rows it has; 0 if that is not known. */
  about: number
  isMended: boolean
  /** As what the file was read, in a sentence for who sent it. */
  readAs: string
  /** Not answered: then no row is read. */
  question?: DateQuestion
}
/** What is wanted of a file: as what it is read, and in which order its dates are if both fit. */
export type Wanted = { noun: ImportNoun; dates?: DateOrder | undefined; limits?: TableLimits }

/** A table whose rows can be read several times. */
type Source = {
  about: string
  others?: string
  /** Cells that a row does not have are empty, not cut off. */
  isPadded: boolean
  rows: () => AsyncGenerator<TableRow>
  isHidden: (place: number) => boolean
  close: () => void
}
type Found = { heading: Heading; headers: readonly string[]; line: number }

/** Lines before the heading, such as those that say what a file contains. */
const linesBefore = 30

/**
 * Reads a file in two goes: from all of its rows it decides what the file is and how each column writes amounts and dates, then it
 * reads each row by that. Throws a `TableFault`.
 */
export async function openRows(
  path: string,
  { noun, dates, limits = tableLimits }: Wanted,
): Promise<Opened & { rows: () => AsyncGenerator<ReadRow>; close: () => void }> {
  const file = await inspectTable(path, limits)
  const { source, found } =
    file.kind === 'xlsx' ? await sheetOf(path, noun, limits) : await csvOf({ ...file, noun, limits })
  try {
    const columns = columnsOf(found.heading)
    for await (const { line, cells } of rowsAfterHeading(source, found)) columns.see(line, cells)
    const { styles, notes, question } = columns.decide(dates)
    const read = [source.about, ...notes].join(', ')
    return {
      bytes: file.bytes,
      sha256: file.sha256,
      about: file.about,
      isMended: isMended(found.headers),
      readAs: `${read}.${source.others ?? ''}`,
      ...(question && { question }),
      async *rows() {
        for await (const { line, cells, ...state } of rowsAfterHeading(source, found)) {
          const { row, faults } = rowOf(found.heading, cells, styles, state)
          yield { line, row, faults, ...(faults.length > 0 && { cells: toMend(found.heading, row, cells) }) }
        }
      },
      close: source.close,
    }
  } catch (error) {
    source.close()
    throw error
  }
}

async function* rowsAfterHeading(
  { rows, isPadded }: Source,
  { heading, line }: Found,
): AsyncGenerator<TableRow> {
  for await (const row of rows()) {
    if (row.line <= line) continue
    const missing = isPadded ? Math.max(0, heading.width - row.cells.length) : 0
    yield { ...row, cells: [...row.cells, ...Array.from({ length: missing }, () => '')] }
  }
}

async function sheetOf(path: string, noun: ImportNoun, limits: TableLimits) {
  const worksheet = await openWorksheet(path, limits)
  const { name, others, rows, isHidden, close } = worksheet
  try {
    const source: Source = {
      about: `Workbook, sheet ${name}`,
      ...(others.length > 0 && { others: ` Not read: ${others.slice(0, 10).join(', ')}.` }),
      isPadded: true,
      rows,
      isHidden,
      close,
    }
    const found = await findHeading(source, noun)
    if ('fault' in found) throw new TableFault(found.fault)
    return { source, found }
  } catch (error) {
    close()
    throw error
  }
}

type Csv = Parameters<typeof csvRows>[1] & { path: string; noun: ImportNoun }

/** A CSV is separated by what makes its heading: the names of columns have none of these marks. */
async function csvOf({ path, noun, ...shape }: Omit<Csv, 'separator'>) {
  const sourceOf = (separator: string): Source => ({
    about: `CSV in ${encodingNames[shape.encoding]}, separated by ${Object.entries(separators).find(([character]) => character === separator)?.[1] ?? separator}`,
    isPadded: false,
    rows: () => csvRows(path, { ...shape, separator }),
    isHidden: () => false,
    close: () => {},
  })
  const hint = await hintIn(path, shape.encoding)
  const faults: string[] = []
  for (const separator of hint === undefined ? Object.keys(separators) : [hint]) {
    const source = sourceOf(separator)
    const found = await findHeading(source, noun).catch((error: unknown) => {
      if (error instanceof TableFault) return { fault: error.message }
      throw error
    })
    if (!('fault' in found)) return { source, found }
    faults.push(found.fault)
  }
  // What names a line knows more than that nothing was found.
  throw new TableFault(faults.find((fault) => fault !== noHeading) ?? noHeading)
}

const noHeading = 'No line has the names of the columns. Download the template and compare.'

async function findHeading(source: Source, noun: ImportNoun): Promise<Found | { fault: string }> {
  let fault = noHeading
  let looked = 0
  for await (const { line, cells } of source.rows()) {
    if (looked === linesBefore) break
    looked += 1
    const headers = cells.map(textOf)
    const heading = headingOf(noun, headers)
    if (heading === undefined) continue
    if ('fault' in heading) {
      fault = `Line ${line}: ${heading.fault}`
      continue
    }
    const hidden = importFields[noun].find(({ name }) => source.isHidden(heading.places.get(name) ?? -1))
    if (hidden)
      return { fault: `The column ${hidden.header} is hidden in the workbook: show it, or delete it.` }
    return { heading, headers, line }
  }
  return { fault }
}

/** The cells of a row with faults, for the file in which they are mended. */
function toMend({ noun, places }: Heading, row: ImportRow, cells: TableRow['cells']): Record<string, string> {
  const texts = importFields[noun].flatMap((field) => {
    const cell = cells[places.get(field.name) ?? -1]
    if (cell === undefined) return []
    const value = row[field.name]
    const text = value === undefined ? cellText(textOf(cell)) : writtenOf(field, value)
    // What the database can't keep.
    return [[field.name, text.replaceAll(/\0|\p{Cs}/gu, '\uFFFD')]]
  })
  return Object.fromEntries(texts)
}
