import { serverNow } from '#device/clock'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react'
import type { Choice } from '#domain/lists/filterWords'
import { showDate } from '#domain/time/lagos'
import { daysOf, quickRanges, rangeOf } from '#domain/time/quickRanges'
import { usePendingFilter } from './pendingFilter'
import { useTyped } from './useTyped'
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
  useTyped(filter.search, () => send(filter))
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
  const dateField = (name: 'start_date' | 'end_date', label: string) => (
    <TextField
      size="small"
      type="date"
      autoComplete="off"
      label={label}
      value={filter[name]}
      onChange={(event) => change({ [name]: event.target.value })}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
  const range = rangeOf(filter, serverNow())
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
        <span className={`filter-chip ${filter.choice ? 'set' : ''}`}>
          <span className="chip-label" aria-hidden>
            {choice.label}
          </span>
          <select
            aria-label={choice.label}
            value={filter.choice}
            onChange={(event) => change({ choice: event.target.value })}
          >
            <option value="">Select</option>
            {choice.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </span>
      )}
      <PeriodChip period={filter} isOpen={isPeriodOpen} setOpen={openPeriod}>
        {(close) => (
          <>
            <fieldset className="quick-ranges">
              <legend>Quick range</legend>
              {quickRanges.map((one) => (
                <button
                  key={one}
                  type="button"
                  aria-pressed={one === range}
                  onClick={() => {
                    change(one === range ? noDays : daysOf(one, serverNow()))
                    close()
                  }}
                >
                  {one}
                </button>
              ))}
            </fieldset>
            {dateField('start_date', 'Start date')}
            {dateField('end_date', 'End date')}
          </>
        )}
      </PeriodChip>
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

const noDays = { start_date: '', end_date: '' }

const asSent = (filter: ReportFilter) => ({ ...filter, search: filter.search.trim().toUpperCase() })

const isSame = (one: ReportFilter, other: ReportFilter) =>
  (Object.keys(none) as (keyof ReportFilter)[]).every((field) => one[field] === other[field])

type Period = Pick<ReportFilter, 'start_date' | 'end_date'>
type PeriodProps = {
  period: Period
  isOpen: boolean
  setOpen: (open: boolean) => void
  children: (close: () => void) => ReactNode
}

/** The days of a filter as a chip that opens their fields. Part of the form, so that Enter in a field searches. */
function PeriodChip({ period: { start_date, end_date }, isOpen, setOpen, children }: PeriodProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const text = periodText(start_date, end_date)
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Without a target: the window lost the focus, or the date picker has it.
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
  }
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && isOpen) close()
  }
  return (
    <Box
      component="span"
      className={`filter-chip ${text ? 'set' : ''} ${isOpen ? 'open' : ''}`}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      <button
        ref={button}
        type="button"
        aria-label={text ? `Period: ${text}` : undefined}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {text || 'Period'}
      </button>
      <span className="filter-panel" id={id}>
        {children(close)}
      </span>
    </Box>
  )
}

/** '2 Jan – 31 Jan 2026': a common year once, because the chip is narrow. */
function periodText(start: string, end: string): string {
  if (!start && !end) return ''
  const [first, last] = [start, end].map((day) => (day === '' ? '…' : showDate(day))) as [string, string]
  const isOneYear = start.slice(0, 4) === end.slice(0, 4)
  return `${isOneYear ? first.slice(0, -5) : first} – ${last}`
}

const isFilled = (filter: ReportFilter) => Object.values(filter).some((one) => one.trim() !== '')

/** The default message for a filter that can't be sent. */
function filterFault({ search, start_date, end_date }: ReportFilter): string | undefined {
  if (search.trim() === '' && !start_date && !end_date)
    return 'Please enter a search term or select a date range'
  return periodFault({ start_date, end_date })
}

/** Both days or neither, the first one not after the other. */
export function periodFault({
  start_date,
  end_date,
}: Pick<ReportFilter, 'start_date' | 'end_date'>): string | undefined {
  if (Boolean(start_date) !== Boolean(end_date)) return 'Please select both start and end dates'
  return start_date > end_date ? 'End date cannot be before start date' : undefined
}
