type Press = {
  button: number
  metaKey: boolean
  ctrlKey: boolean
  shiftKey: boolean
  altKey: boolean
}

/** Whether a press on a link opens it in a new tab or window, or as a download. */
export const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: Press) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey
