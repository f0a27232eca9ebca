import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import { StatusChip } from './StatusChip'
import { cellText, type RowsView } from './tableSource'
import { chosenOf, type Selection } from './useSelection'

/** A list on a phone: the first column as the card's head, the rest as label and value. */
export function RowCards<R extends { id?: number }>({ rows, columns, rowActions, selection }: RowsView<R>) {
  const [head, ...rest] = columns
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {rows.map((row, at) => (
        <Box
          component="li"
          key={row.id ?? at}
          sx={{
            p: 2,
            borderBottom: 1,
            borderColor: 'divider',
            contentVisibility: 'auto',
            containIntrinsicSize: 'auto 180px',
          }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', fontWeight: 600, overflowWrap: 'anywhere' }}>
            {selection && (
              <CardCheckbox
                of={row}
                selection={selection}
                name={head ? cellText(head, row[head.field]) : ''}
              />
            )}
            {head && cellText(head, row[head.field])}
          </Box>
          <Box
            component="dl"
            sx={{
              m: 0,
              mt: 0.5,
              display: 'grid',
              gridTemplateColumns: 'minmax(90px, auto) 1fr',
              columnGap: 1.5,
              rowGap: 0.25,
            }}
          >
            {rest.map((column) => (
              <Box key={column.field} sx={{ display: 'contents' }}>
                <Box component="dt" sx={{ color: 'text.secondary' }}>
                  {column.header}
                </Box>
                <Box
                  component="dd"
                  sx={{
                    m: 0,
                    overflowWrap: 'anywhere',
                    textAlign: column.kind === 'money' ? 'right' : 'left',
                  }}
                >
                  {column.kind === 'status' ? (
                    <StatusChip of={cellText(column, row[column.field])} />
                  ) : (
                    cellText(column, row[column.field])
                  )}
                </Box>
              </Box>
            ))}
          </Box>
          {rowActions && <Box sx={{ mt: 1, display: 'flex' }}>{rowActions(row)}</Box>}
        </Box>
      ))}
    </Box>
  )
}

type CheckProps<R> = { of: R; selection: Selection<R>; name: string }

function CardCheckbox<R extends { id?: number }>({ of: row, selection, name }: CheckProps<R>) {
  const { id } = row
  if (id === undefined) return null
  const isChosen = selection.chosen.has(id)
  const others = [...selection.chosen.keys()].filter((one) => one !== id)
  return (
    <Checkbox
      checked={isChosen}
      onChange={() => selection.set(chosenOf(isChosen ? others : [...others, id], selection, [row]))}
      slotProps={{ input: { 'aria-label': `Select ${name}` } }}
      sx={{ width: 44, height: 44, ml: -1.25 }}
    />
  )
}
