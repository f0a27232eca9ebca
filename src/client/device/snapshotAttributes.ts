/** Attributes by which a screen, its snapshot (offline/snapshot) and the app that takes it over understand each other. */
export const dataAttributes = {
  /** When shown data was saved: its age is written when the snapshot is painted. */
  savedAt: 'data-saved-at',
  /** Data that is never stored on the device: a snapshot has dots instead. */
  unsaved: 'data-unsaved',
  /** The banner of a lost connection, hidden while there is one. */
  offline: 'data-offline',
  /** A row that can be pressed. */
  row: 'data-row',
  /** Stands for rows below the screen, by their number in the snapshot. */
  rest: 'data-rest',
  /** A control that was pressed before the app was there, with its number. */
  pressed: 'data-pressed',
} as const

/** Whether a press on a control of the snapshot or of the app has no effect. */
export const isDisabled = (control: Element) => control.matches(':disabled, [aria-disabled=true]')

/** The element of a painted snapshot, before that of the app. */
export const snapshotId = 'snapshot'
export const paintedSnapshot = () => document.getElementById(snapshotId)

/** Removes the snapshot where the app shows something else: sign-in, the lock screen, a fault. */
export const removeSnapshot = () => paintedSnapshot()?.remove()
