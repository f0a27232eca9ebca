import { createStore } from '#device/store'
import type { Intent } from './intents'

/** A change that waits because another one of the same subject is not confirmed. */
export type ChangeConflict = {
  open: readonly Intent[]
  /** Makes it beside the open one: a second change, decided on by the user. */
  goOn: () => void
  /** Nothing is made. */
  stay: () => void
}

/** What the user has to decide on now; the shell asks (forms/ConflictDialog.tsx). */
export const changeConflict = createStore<ChangeConflict | undefined>(undefined)
