import type { Context } from '../handler'
import { type FileKind, fileKinds } from '../files/fileKinds'

/** A link to a stored file; null if there is none. */
export const linkIfThere = async ({ queries, linkTo }: Context, kind: FileKind, id: number) =>
  (await fileKinds[kind].storedName(queries, id)) === null ? null : linkTo(kind, id)
