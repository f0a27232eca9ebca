import { pluralize } from '#domain/money/figures'

/** How many savings a change of their type leaves as they are: '3 savings, which keep their terms'. */
export const openText = (count: number) =>
  count === 0
    ? 'None'
    : `${pluralize(count, 'saving')}, which ${count === 1 ? 'keeps its' : 'keep their'} terms`
