import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type FocusEvent, type FormEvent, useState } from 'react'
import type { Choice } from '#domain/lists/filterWords'
import { usePendingFilter } from './pendingFilter'
import { type Period, PeriodChip, periodFault } from './PeriodChip'
import { SelectChip } from './SelectChip'
import { useTyped } from './useTyped'
import { toast } from '../feedback/toast'

/** `choice` is the value of the report's select, if it has one. */
export type ReportFilter = Period & { search: string; choice: string }
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
 * A form with search text, a select and two dates. It is sent as it changes, once it can be; Search says why it can't be. Search
 * is disabled while the form is empty; after a search it becomes Clear, which resets the form and goes to page 1.
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
  const [isPeriodOpen, openPeriod] = useState(false)
  const [sent, setSent] = useState(value)
  // Search becomes Clear when the field is left, not while it is typed in.
  const [isTyping, setTyping] = useState(false)
  // The address has changed: by this form, a saved view or Back. The fields stay: making them again takes most of a press.
  if (!isSame(sent, value)) {
    setSent(value)
    if (!isSame(asSent(filter), value)) {
      setFilter(value)
      openPeriod(false)
    }
  }
  const searched = isFilled(value)
  const edited = !isSame(asSent(filter), value)
  const filled = isFilled(filter)
  usePendingFilter(edited)
  /** What can't be sent yet waits for the rest of it. */
  const send = (next: ReportFilter) => {
    const isReady = !isFilled(next) || !faultOf(next)
    if (isReady && !isSame(asSent(next), value)) onFilter(asSent(next))
  }
  const change = (part: Partial<ReportFilter>) => {
    const next = { ...filter, ...part }
    setFilter(next)
    send(next)
  }
  useTyped(filter.search, () => {
    // Without a field of its own the text is that of the list's filter, which applies it.
    if (hint !== undefined && asSent(filter).search !== asSent(value).search) send(filter)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTyping(false)
    const fault = faultOf(filter)
    if (fault) return toast('error', fault)
    setFilter(asSent(filter))
    onFilter(asSent(filter))
  }
  const clear = () => {
    setFilter(none)
    onFilter(none)
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit')) setTyping(false)
  }
  return (
    <Box
      component="form"
      role="search"
      noValidate
      className="list-search with-filters"
      onSubmit={submit}
      onBlur={onBlur}
    >
      {hint !== undefined && (
        <TextField
          size="small"
          type="search"
          autoComplete="off"
          placeholder={hint}
          value={filter.search}
          onChange={(event) => {
            setTyping(true)
            setFilter({ ...filter, search: event.target.value })
          }}
          slotProps={{ htmlInput: { 'aria-label': hint, maxLength: 100 } }}
        />
      )}
      {choice && (
        <SelectChip choice={choice} value={filter.choice} onChange={(value) => change({ choice: value })} />
      )}
      <PeriodChip period={filter} onChange={change} isOpen={isPeriodOpen} setOpen={openPeriod} />
      {searched && (!filled || !(edited || isTyping)) ? (
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

const asSent = (filter: ReportFilter) => ({ ...filter, search: filter.search.trim().toUpperCase() })

const isSame = (one: ReportFilter, other: ReportFilter) =>
  (Object.keys(none) as (keyof ReportFilter)[]).every((field) => one[field] === other[field])

const isFilled = (filter: ReportFilter) => Object.values(filter).some((one) => one.trim() !== '')

/** The default message for a filter that can't be sent. */
function filterFault({ search, start_date, end_date }: ReportFilter): string | undefined {
  if (search.trim() === '' && !start_date && !end_date)
    return 'Please enter a search term or select a date range'
  return periodFault({ start_date, end_date })
}
