import { Problem } from '#contract/problems'
import type { Cell } from '#domain/import/cells'
import type { RowState } from '#domain/import/rows'

/** A row of a file, with the number of the line, or of the worksheet's row, at which it ends. */
export type TableRow = RowState & { line: number; cells: readonly Cell[] }

/** Why a file can't be read or an import can't be moved in, in a sentence for the person who sent it. */
export class TableFault extends Problem {
  constructor(message: string) {
    super('refused', message)
  }
}

/** Ends a job without a fault in its files: another server holds it, it was cancelled, or the server stops. */
export class WorkEnded extends TableFault {}
