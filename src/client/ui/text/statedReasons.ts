/** Why an amount opens no rows: the only reasons that there are (rules.md, "Figures"). */
export const statedReasons = {
  term: 'It was agreed, asked for or set: no movement makes it.',
  plan: 'It was expected by plans and schedules: no movement makes it.',
  held: 'It is set aside, not moved: what asked for it names it.',
  offer: 'It would be paid if it was done today.',
  rest: 'It is the difference of two figures in view.',
  sum: 'The rows in view add up to it.',
  row: 'It is a row in view.',
  compared: 'It compares what was counted with what should have been there.',
} as const
export type StatedReason = keyof typeof statedReasons
