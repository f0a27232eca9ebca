import type { ImportNoun } from '#contract/calls/imports'
import { type CellFault, type Heading, headingOf, type ImportRow, isMended, rowOf } from '#domain/import/rows'
import { rowsOfTable, type TableFile } from './table'
import { TableFault } from './tableRow'

/** A row as it was read: what is moved in, or what is wrong with it and its cells to mend. */
export type ReadRow = { line: number; row: ImportRow; faults: readonly CellFault[]; cells: readonly string[] }
export type Opened = {
  heading: Heading
  headers: readonly string[]
  isMended: boolean
  rows: AsyncGenerator<ReadRow>
}

/** Lines before the heading, such as those that say what a file contains. */
const linesBefore = 30

/** Finds the heading of a noun's file and reads the rows under it. Throws a `TableFault`. */
export async function openRows(file: TableFile, noun: ImportNoun): Promise<Opened> {
  const table = rowsOfTable(file)
  let fault = 'No line has the names of the columns. Download the template and compare.'
  for (let looked = 0; looked < linesBefore; looked++) {
    const { value, done } = await table.next()
    if (done) break
    const heading = headingOf(noun, value.cells)
    if (heading === undefined) continue
    if ('fault' in heading) fault = `Line ${value.line}: ${heading.fault}`
    else
      return {
        heading,
        headers: value.cells,
        isMended: isMended(value.cells),
        rows: rowsUnder(heading, table),
      }
  }
  await table.return(undefined)
  throw new TableFault(fault)
}

async function* rowsUnder(heading: Heading, table: ReturnType<typeof rowsOfTable>): AsyncGenerator<ReadRow> {
  for await (const { line, cells } of table) yield { line, cells, ...rowOf(heading, cells) }
}
