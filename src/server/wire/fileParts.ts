import type { customerFileType } from '#contract/calls/customerExport'

/** What a handler returns for a file that is no list: its type and a lazy reader of its parts. */
export class FileParts {
  constructor(
    readonly type: 'application/zip' | 'text/csv; charset=utf-8' | typeof customerFileType,
    readonly parts: () => AsyncGenerator<string | Buffer>,
  ) {}
}
