import type { Queries } from './database'

/** A query that is asked again and again: put into words once for each database (and for each transaction that asks it). */
export function prepareOnce<Query>(prepare: (queries: Queries) => Query): (queries: Queries) => Query {
  const prepared = new WeakMap<Queries, Query>()
  return (queries) => {
    const known = prepared.get(queries) ?? prepare(queries)
    prepared.set(queries, known)
    return known
  }
}
