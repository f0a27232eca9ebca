/** Whether a field is being typed into, apart from the chooser of the agent: what follows must not land in a line. */
const isTyping = () => document.activeElement?.matches('input:not([role=combobox]), textarea') ?? false

/** Moves the focus to the amount of a line, when it can be typed, unless something else is typed meanwhile. */
export function offerLine(key: string) {
  if (!isTyping()) focusLine(key)
}

/** Moves the focus to the amount of a line. */
export const focusLine = (key: string) =>
  document.querySelector<HTMLElement>(`input[data-line="${CSS.escape(key)}"]`)?.focus()
