/** A page of rows; its size in either spelling. */
type Page<Row> = {
  total: number
  page: number
  data: Row[]
  per_page?: number
  perPage?: number
  totals?: Partial<Row> | null | undefined
}
/** The transaction reports name their rows differently. */
type HistoryPage<Row> = Omit<Page<Row>, 'data'> & { history: Row[] }
/** A portfolio has its page beside a total. */
export type ListReply<Row> = { data: Page<Row> | HistoryPage<Row> | { getActive: Page<Row> } }

/** The rows and the total of a list's reply, in any of its shapes. */
export function pageIn<Row>(reply: ListReply<Row> | undefined) {
  if (!reply) return undefined
  const page = 'getActive' in reply.data ? reply.data.getActive : reply.data
  return {
    rows: 'history' in page ? page.history : page.data,
    total: page.total,
    perPage: page.per_page ?? page.perPage,
    totals: page.totals,
  }
}

/** The number of rows in any reply, for the storage limits; one if it is not a list. */
export function rowsIn(reply: unknown): number {
  const { data } = (reply ?? {}) as { data?: unknown }
  if (Array.isArray(data)) return data.length
  const rows = typeof data === 'object' && data ? pageIn(reply as ListReply<unknown>)?.rows : undefined
  return Array.isArray(rows) ? rows.length : 1
}

const pageFields = ['page', 'perPage', 'per_page']

/** A list's body without the page. */
export const unpaged = (body: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !pageFields.includes(name)))
