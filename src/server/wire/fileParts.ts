/** What a handler returns for a file that is no list: its type and a lazy reader of its parts. */
export class FileParts {
  constructor(
    readonly type: 'application/zip' | 'text/csv; charset=utf-8',
    readonly parts: () => AsyncGenerator<string | Buffer>,
  ) {}
}
