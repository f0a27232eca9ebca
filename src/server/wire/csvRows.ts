import type { Column } from '#contract/call'

/** What a handler returns for `download: 'csv'`: the columns and a lazy reader of lines. */
export class CsvRows {
  constructor(
    readonly columns: readonly Column<never>[],
    readonly lines: () => AsyncGenerator<string>,
  ) {}
}
