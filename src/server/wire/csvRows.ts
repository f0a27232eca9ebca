import type { Column } from '#contract/call'

/** What a handler returns for `download: 'csv'`: lines in the columns of the contract, not yet fetched. */
export class CsvRows {
  constructor(
    readonly columns: readonly Column<never>[],
    readonly lines: () => AsyncGenerator<string>,
  ) {}
}
