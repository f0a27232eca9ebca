import type { Queries } from './database'

/** Prepares a frequent query once for each database or transaction. */
export function prepareOnce<Query>(prepare: (queries: Queries) => Query): (queries: Queries) => Query {
  const prepared = new WeakMap<Queries, Query>()
  return (queries) => {
    const query = prepared.get(queries) ?? prepare(queries)
    prepared.set(queries, query)
    return query
  }
}
