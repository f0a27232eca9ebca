import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { formatCount } from '#domain/money/figures'
import type { TableSource } from '../tableSource'

type Paging<R> = Pick<TableSource<R>, 'total' | 'perPage' | 'place' | 'rows'>

/** '1 to 100 of 3,000', Previous and Next, and a jump to any page. */
export function Pager<R>({ list: { total, perPage, place, rows } }: { list: Paging<R> }) {
  const pages = Math.max(1, Math.ceil(total / perPage))
  const first = (place.page - 1) * perPage + 1
  const last = first + (rows?.length ?? 0) - 1
  const go = (page: number) => {
    place.go({ page })
    // On a phone the cards fill the page, so scroll it to the top.
    scrollTo(0, 0)
  }
  return (
    <Box
      component="nav"
      className="screen-only"
      aria-label="Pages"
      sx={{
        display: 'flex',
        gap: 1,
        alignItems: 'center',
        flexWrap: 'wrap',
        color: 'text.secondary',
        fontSize: 14,
      }}
    >
      <Box sx={{ flex: 1, minWidth: 110 }}>
        {last >= first
          ? `${formatCount(first)} to ${formatCount(last)} of ${formatCount(total)}`
          : `0 of ${formatCount(total)}`}
      </Box>
      {pages > 2 && (
        <Box component="label" sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
          Page
          <Box
            component="select"
            value={place.page}
            onChange={(event: { target: { value: string } }) => go(Number(event.target.value))}
            sx={{
              minHeight: 'var(--ctl, 44px)',
              px: 1,
              borderRadius: 1,
              font: 'inherit',
              color: 'text.primary',
              bgcolor: 'background.paper',
              borderColor: 'grey.500',
            }}
          >
            {Array.from({ length: pages }, (_, at) => at + 1).map((page) => (
              <option key={page} value={page}>
                {page}
              </option>
            ))}
          </Box>
          of {formatCount(pages)}
        </Box>
      )}
      <Button variant="outlined" disabled={place.page <= 1} onClick={() => go(place.page - 1)}>
        Previous
      </Button>
      <Button variant="outlined" disabled={place.page >= pages} onClick={() => go(place.page + 1)}>
        Next
      </Button>
    </Box>
  )
}
