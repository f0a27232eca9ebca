import { pluralize } from '#domain/money/figures'

/** The old and the new value of each term that changes, for the activity log. */
export const describeTerms = (terms: Record<string, [before: string, after: string]>) =>
  Object.entries(terms)
    .filter(([, [before, after]]) => before !== after)
    .map(([term, [before, after]]) => `${term} from ${before} to ${after}.`)
    .join(' ') || 'Nothing changed.'

/** What switching a product off leaves as it is: '3 open savings keep their terms.' */
export const keepTerms = (count: number, noun: string) =>
  count === 0
    ? `It has no ${noun}.`
    : `${pluralize(count, noun)} ${count === 1 ? 'keeps its' : 'keep their'} terms.`
