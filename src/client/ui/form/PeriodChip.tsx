import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { type FocusEvent, type KeyboardEvent, useId, useRef } from 'react'
import { serverNow } from '#device/clock'
import { showDate } from '#domain/time/lagos'
import { daysOf, quickRanges, rangeOf } from '#domain/time/quickRanges'

/** Its first and last day; '' for none. */
export type Period = { start_date: string; end_date: string }

type Props = {
  label?: string
  period: Period
  onChange: (period: Period) => void
  isOpen: boolean
  setOpen: (open: boolean) => void
  /** Why these days can't be sent. */
  fault?: string | undefined
}

/** The days of a filter as a chip that opens their fields. In a form, Enter in a field searches. */
export function PeriodChip({ label = 'Period', period, onChange, isOpen, setOpen, fault }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const text = periodText(period)
  const range = rangeOf(period, serverNow())
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
  const dateField = (name: keyof Period, fieldLabel: string) => (
    <TextField
      size="small"
      type="date"
      autoComplete="off"
      label={fieldLabel}
      value={period[name]}
      onChange={(event) => onChange({ ...period, [name]: event.target.value })}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
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
        className="plain-button"
        aria-label={text ? `${label}: ${text}` : undefined}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {text || label}
      </button>
      <span className="filter-panel" id={id}>
        <fieldset className="quick-ranges">
          <legend>Quick range</legend>
          {quickRanges.map((one) => (
            <button
              key={one}
              type="button"
              className="plain-button"
              aria-pressed={one === range}
              onClick={() => {
                onChange(one === range ? noPeriod : daysOf(one, serverNow()))
                close()
              }}
            >
              {one}
            </button>
          ))}
        </fieldset>
        {dateField('start_date', 'Start date')}
        {dateField('end_date', 'End date')}
        {fault && (
          <span className="filter-fault" role="status">
            {fault}
          </span>
        )}
      </span>
    </Box>
  )
}

export const noPeriod: Period = { start_date: '', end_date: '' }

/** '2 Jan – 31 Jan 2026': a common year once, because the chip is narrow. */
function periodText({ start_date: start, end_date: end }: Period): string {
  if (!start && !end) return ''
  const [first, last] = [start, end].map((day) => (day === '' ? '…' : showDate(day))) as [string, string]
  const isOneYear = start.slice(0, 4) === end.slice(0, 4)
  return `${isOneYear ? first.slice(0, -5) : first} – ${last}`
}

/** Both days or neither, the first one not after the other. */
export function periodFault({ start_date, end_date }: Period): string | undefined {
  if (Boolean(start_date) !== Boolean(end_date)) return 'Please select both start and end dates'
  return start_date > end_date ? 'End date cannot be before start date' : undefined
}
