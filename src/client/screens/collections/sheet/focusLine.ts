/** Moves the focus to the amount of a line. */
export const focusLine = (key: string) =>
  document.querySelector<HTMLElement>(`input[data-line="${CSS.escape(key)}"]`)?.focus()
