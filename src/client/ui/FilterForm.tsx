import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { toast } from './toast'

export type ReportFilter = { search: string; start_date: string; end_date: string }
const none: ReportFilter = { search: '', start_date: '', end_date: '' }

type Props = {
  value: ReportFilter
  onFilter: (filter: ReportFilter) => void
  hint: string
  /** Why a filter can't be sent, in the words of the screen's spec. */
  faultOf?: (filter: ReportFilter) => string | undefined
  /** The button can be pressed with nothing filled in, and then says so. */
  saysEmpty?: boolean
}

/**
 * Search text and two dates. The button waits until something is filled in; after a search it becomes Clear,
 * which empties everything and goes back to page 1 (spec 2, point 4).
 */
export function FilterForm({ value, onFilter, hint, faultOf = filterFault, saysEmpty = false }: Props) {
  const [filter, setFilter] = useState(value)
  const searched = Object.values(value).some((one) => one !== '')
  const edited = JSON.stringify(filter) !== JSON.stringify(value)
  const filled = Object.values(filter).some((one) => one.trim() !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fault = faultOf(filter)
    if (fault) toast('error', fault)
    else onFilter({ ...filter, search: filter.search.trim().toUpperCase() })
  }
  const clear = () => {
    setFilter(none)
    onFilter(none)
  }
  const field = (name: keyof ReportFilter, label: string, type: string) => (
    <TextField
      size="small"
      type={type}
      label={label}
      value={filter[name]}
      onChange={(event) => setFilter({ ...filter, [name]: event.target.value })}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: 100 } }}
      sx={{
        flex: type === 'date' ? { xs: '1 1 140px', sm: '0 1 152px' } : { xs: '1 1 100%', sm: '0 1 200px' },
      }}
    />
  )
  return (
    <Box
      component="form"
      role="search"
      noValidate
      onSubmit={submit}
      sx={{
        display: 'flex',
        gap: 1,
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        flex: { xs: '1 1 100%', sm: '0 1 auto' },
      }}
    >
      {field('search', hint, 'search')}
      {field('start_date', 'Start date', 'date')}
      {field('end_date', 'End date', 'date')}
      {searched && !edited ? (
        <Button variant="outlined" onClick={clear}>
          Clear
        </Button>
      ) : (
        <Button type="submit" variant="contained" disabled={!filled && !saysEmpty}>
          Search
        </Button>
      )}
    </Box>
  )
}

/** The spec's words for a filter that can't be sent (spec 2, "Filter forms"). */
export function filterFault({ search, start_date, end_date }: ReportFilter): string | undefined {
  if (search.trim() === '' && !start_date && !end_date)
    return 'Please enter a search term or select a date range'
  if (Boolean(start_date) !== Boolean(end_date)) return 'Please select both start and end dates'
  if (start_date > end_date) return 'End date cannot be before start date'
  return undefined
}
