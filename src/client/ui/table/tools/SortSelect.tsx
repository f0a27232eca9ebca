import TextField from '@mui/material/TextField'
import type { Column } from '#contract/call'
import { ordersOf, type Sorting, sortWords } from '#domain/lists/sorting'

type Props<R> = { columns: readonly Column<R>[]; sorting: Sorting }

/** The sort order of a list of cards, which has no column headings. */
export function SortSelect<R>({ columns, sorting: { sortable, sort, change } }: Props<R>) {
  const offered = columns.filter(({ field }) => sortable.includes(field))
  if (offered.length === 0) return null
  return (
    <TextField
      select
      size="small"
      label="Sort by"
      value={sort ? `${sort.field} ${sort.order}` : ''}
      onChange={(event) => {
        const [field, order] = event.target.value.split(' ')
        change(field ? { field, order: order === 'desc' ? 'desc' : 'asc' } : undefined)
      }}
      slotProps={{ inputLabel: { shrink: true }, select: { native: true } }}
      sx={{ flex: { xs: '1 1 100%', md: 'none' }, mt: { xs: 1, md: 0 } }}
    >
      <option value="">Newest first</option>
      {offered.flatMap((column) =>
        ordersOf(column.kind).map((order) => (
          <option key={`${column.field} ${order}`} value={`${column.field} ${order}`}>
            {sortWords(column, order)}
          </option>
        )),
      )}
    </TextField>
  )
}
