import type { fileTypes } from '#contract/values'
import type { customerFileType } from '#contract/calls/customerExport'

/** What a handler returns for a file that is no list: its type and a lazy reader of its parts. */
export class FileParts {
  constructor(
    readonly type: 'application/zip' | (typeof fileTypes)['xlsx'] | typeof customerFileType,
    readonly parts: () => AsyncGenerator<string | Buffer>,
  ) {}
}
