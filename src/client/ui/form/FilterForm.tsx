import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import type { Choice } from '#domain/filterWords'
import { daysOf, quickRanges, rangeOf } from '#domain/time/quickRanges'
import { usePendingFilter } from './pendingFilter'
import { toast } from '../feedback/toast'

/** `choice` is the value of the report's select, if it has one. */
export type ReportFilter = { search: string; start_date: string; end_date: string; choice: string }
const none: ReportFilter = { search: '', start_date: '', end_date: '', choice: '' }

type Props = {
  value: ReportFilter
  onFilter: (filter: ReportFilter) => void
  /** What the text searches; without it the form has dates only. */
  hint?: string | undefined
  choice?: Choice | undefined
  /** Why a filter can't be sent; the messages differ by screen. */
  faultOf?: ((filter: ReportFilter) => string | undefined) | undefined
  /** Allows Search with an empty form, which then shows a message. */
  allowsEmpty?: boolean | undefined
  /** Label of the button. */
  actionLabel?: string | undefined
}

/**
 * A form with search text, a select and two dates. Search is disabled while the form is empty; after a search it becomes
 * Clear, which resets the form and goes to page 1.
 */
export function FilterForm(props: Props) {
  const {
    value,
    onFilter,
    hint,
    choice,
    faultOf = filterFault,
    allowsEmpty = false,
    actionLabel = 'Search',
  } = props
  const [filter, setFilter] = useState(value)
  const searched = isFilled(value)
  const edited = JSON.stringify(filter) !== JSON.stringify(value)
  const filled = isFilled(filter)
  usePendingFilter(edited)
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
  const field = (name: 'search' | 'start_date' | 'end_date', label: string, type: string) => (
    <TextField
      size="small"
      type={type}
      autoComplete="off"
      label={label}
      value={filter[name]}
      onChange={(event) => setFilter({ ...filter, [name]: event.target.value })}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: 100 } }}
      sx={{
        flex: type === 'date' ? { xs: '1 1 140px', sm: '0 1 152px' } : { xs: '1 1 100%', sm: '1 1 200px' },
        maxWidth: { sm: 320 },
      }}
    />
  )
  const applyRange = (name: string) => {
    const range = quickRanges.find((one) => one === name)
    const days = range ? daysOf(range, new Date()) : { start_date: '', end_date: '' }
    setFilter({ ...filter, ...days })
  }
  return (
    <Box
      component="form"
      role="search"
      noValidate
      onSubmit={submit}
      sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', flex: { xs: '1 1 100%', sm: '1 1 auto' } }}
    >
      {hint !== undefined && field('search', hint, 'search')}
      {choice && (
        <Choose
          {...choice}
          none="Select"
          value={filter.choice}
          onChange={(one) => setFilter({ ...filter, choice: one })}
        />
      )}
      <Choose
        label="Quick range"
        none="Select"
        options={quickRanges.map((range) => ({ value: range, label: range }))}
        value={rangeOf(filter, new Date()) ?? ''}
        onChange={applyRange}
      />
      {field('start_date', 'Start date', 'date')}
      {field('end_date', 'End date', 'date')}
      {searched && (!edited || !filled) ? (
        <Button variant="outlined" onClick={clear}>
          Clear
        </Button>
      ) : (
        <Button type="submit" variant="contained" disabled={!filled && !allowsEmpty}>
          {actionLabel}
        </Button>
      )}
    </Box>
  )
}

const isFilled = (filter: ReportFilter) => Object.values(filter).some((one) => one.trim() !== '')

type ChooseProps = Omit<Choice, 'name'> & { none: string; value: string; onChange: (value: string) => void }

const Choose = ({ label, none: nothing, options, value, onChange }: ChooseProps) => (
  <TextField
    select
    size="small"
    label={label}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    slotProps={{ inputLabel: { shrink: true }, select: { native: true } }}
    sx={{ flex: { xs: '1 1 140px', sm: '0 1 140px' } }}
  >
    <option value="">{nothing}</option>
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </TextField>
)

/** The default message for a filter that can't be sent. */
export function filterFault({ search, start_date, end_date }: ReportFilter): string | undefined {
  if (search.trim() === '' && !start_date && !end_date)
    return 'Please enter a search term or select a date range'
  if (Boolean(start_date) !== Boolean(end_date)) return 'Please select both start and end dates'
  if (start_date > end_date) return 'End date cannot be before start date'
  return undefined
}
