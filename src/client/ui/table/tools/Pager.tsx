import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { formatCount } from '#domain/money/figures'

type Paging = {
  page: number
  total: number
  perPage: number
  /** The choice of `perPage`, if there is one. */
  sizes?: readonly number[]
  setSize?: (size: number) => void
  go: (to: { page: number }) => void
}

/** '1 to 100 of 3,000', the rows of a page, Previous and Next, and a jump to any page. */
export function Pager({ paging, shown }: { paging: Paging; shown: number }) {
  const { page, total, perPage, sizes, setSize } = paging
  const pages = Math.max(1, Math.ceil(total / perPage))
  const first = (page - 1) * perPage + 1
  const last = first + shown - 1
  const go = (to: number) => {
    paging.go({ page: to })
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
        '--ctl': { md: '32px' },
        '@media (pointer: coarse)': { '--ctl': '44px' },
      }}
    >
      <Box sx={{ flex: 1, minWidth: 110 }}>
        {last >= first
          ? `${formatCount(first)} to ${formatCount(last)} of ${formatCount(total)}`
          : `0 of ${formatCount(total)}`}
      </Box>
      {sizes && (
        <Box component="label" sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
          Rows per page
          <Select
            value={perPage}
            values={sizes}
            onChoose={(size) => {
              setSize?.(size)
              // The page that then has the first of the rows in sight.
              go(Math.ceil(first / size))
            }}
          />
        </Box>
      )}
      {pages > 2 && (
        <Box component="label" sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
          Page
          <Select value={page} onChoose={go} values={Array.from({ length: pages }, (_, at) => at + 1)} />
          of {formatCount(pages)}
        </Box>
      )}
      <Button variant="outlined" disabled={page <= 1} onClick={() => go(page - 1)}>
        Previous
      </Button>
      <Button variant="outlined" disabled={page >= pages} onClick={() => go(page + 1)}>
        Next
      </Button>
    </Box>
  )
}

type SelectProps = { value: number; values: readonly number[]; onChoose: (value: number) => void }

const Select = ({ value, values, onChoose }: SelectProps) => (
  <Box
    component="select"
    value={value}
    onChange={(event: { target: { value: string } }) => onChoose(Number(event.target.value))}
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
    {values.map((one) => (
      <option key={one} value={one}>
        {one}
      </option>
    ))}
  </Box>
)
