import * as v from 'valibot'
import { anyOf } from './permissions'
import { Id } from './values'

/** Where a file is sent as the raw body of a POST, under `{base}`; the reply's `data.id` names it in a change. */
export const uploadPath = 'files'
export const maxUploadBytes = 10 * 1_048_576
/** The formats that are accepted, detected by their first bytes. */
export const uploadTypes = ['image/png', 'image/jpeg', 'application/pdf'] as const
/** Of the changes that take an uploaded file. */
export const uploadAccess = anyOf(
  'can-create-loan',
  'can-add-guarantor',
  'can-request-expense',
  'can-move-bank',
)

/** A file of books is sent in parts of this size, each by itself: a lost link loses one of them. */
export const partPath = `${uploadPath}/part`
export const maxPartBytes = 4 * 1_048_576
/** Larger files are not read. */
export const maxTableBytes = 200_000_000
export const partAccess = anyOf('can-import')

export const UploadReply = v.object({ data: v.object({ id: Id }) })
