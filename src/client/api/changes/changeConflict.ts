import { createStore } from '#device/store'
import type { Intent } from './intents'

/** A change that waits because another one of the same subject is unconfirmed. */
export type ChangeConflict = {
  open: readonly Intent[]
  /** Makes a second change, as the admin decided. */
  proceed: () => void
  /** Makes no change. */
  cancel: () => void
}

/** The conflict that the admin has to decide on; ConflictDialog shows it. */
export const changeConflict = createStore<ChangeConflict | undefined>(undefined)
