import type { customerFileType } from '#contract/calls/customerExport'

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What a handler returns for a file that is no list: its type and a lazy reader of its parts. */
export class FileParts {
  constructor(
    readonly type: 'application/zip' | typeof workbookType | typeof customerFileType,
    readonly parts: () => AsyncGenerator<string | Buffer>,
  ) {}
}
