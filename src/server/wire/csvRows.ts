import type { Column } from '#contract/call'

/** What a handler returns for a list as a file: the columns and a lazy reader of lines. */
export class CsvRows {
  constructor(
    readonly columns: readonly Column<never>[],
    readonly lines: () => AsyncGenerator<string>,
  ) {}
}
