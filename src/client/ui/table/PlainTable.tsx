import Box from '@mui/material/Box'
import { checkboxWidth, rowHeights } from './grid/gridMeasures'
import type { Density } from './tableSettings'
import { cellText, type RowsView } from './tableSource'

/** About one screen; the grid replaces the table before anyone scrolls. */
const visibleRows = 20

/** The rows of a list until the grid is loaded: same columns and heights, without actions. */
export function PlainTable<R extends { id?: number }>({
  rows,
  columns,
  density,
  selection,
}: RowsView<R> & { density: Density }) {
  return (
    <Box sx={{ flex: 1, overflow: 'hidden', pl: selection ? `${checkboxWidth}px` : 0 }} aria-busy="true">
      <Box component="table" sx={{ ...table, '& tr': { height: rowHeights[density] } }}>
        <thead>
          <tr>
            {columns.map(({ field, header }) => (
              <th key={field} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, visibleRows).map((row, at) => (
            <tr key={row.id ?? at}>
              {columns.map((column) => (
                <td key={column.field}>{cellText(column, row[column.field])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  )
}

const table = {
  width: '100%',
  borderCollapse: 'collapse',
  whiteSpace: 'nowrap',
  '& th, & td': { textAlign: 'left', px: 1.25, py: 0, borderBottom: 1, borderColor: 'divider' },
  '& th': { fontSize: 13, fontWeight: 600, color: 'text.secondary', bgcolor: 'grey.100' },
  '& td:first-of-type': { fontWeight: 600 },
}
