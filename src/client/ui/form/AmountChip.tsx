import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { formatNaira, koboOf } from '#domain/money/kobo'
import { numberField } from './numberField'

/** The bounds of a filter by amount, as typed; '' for none. */
export type Amounts = { amount_from: string; amount_to: string }

type Props = {
  label: string
  amounts: Amounts
  onChange: (amounts: Amounts) => void
  fault?: string | undefined
  /** What is often asked with an amount, under its fields. */
  children?: ReactNode
}

/** The amounts of a filter as a chip that opens their fields. */
export function AmountChip({ label, amounts, onChange, fault, children }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const first = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const text = fault ? '' : amountsText(amounts)
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Without a target: the window lost the focus.
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (!isOpen || (key !== 'Escape' && key !== 'Enter')) return
    setOpen(false)
    button.current?.focus()
  }
  const toggle = () => {
    setOpen(!isOpen)
    // Once the fields are in sight.
    if (!isOpen) setTimeout(() => first.current?.focus())
  }
  const amountField = (name: keyof Amounts, fieldLabel: string) => (
    <TextField
      size="small"
      label={fieldLabel}
      value={amounts[name]}
      onChange={(event) => onChange({ ...amounts, [name]: event.target.value })}
      inputRef={name === 'amount_from' ? first : undefined}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: numberField('decimal', (text) => onChange({ ...amounts, [name]: text })),
      }}
    />
  )
  return (
    <Box
      component="span"
      className={`filter-chip ${text ? 'set' : ''} ${isOpen ? 'open' : ''}`}
      onBlur={onBlur}
      onKeyDown={isOpen ? onKeyDown : undefined}
    >
      <button
        ref={button}
        type="button"
        className="plain-button"
        aria-label={text ? `${label}: ${text}` : undefined}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        {text || label}
      </button>
      <span className="filter-panel" id={id}>
        {amountField('amount_from', 'From')}
        {amountField('amount_to', 'To')}
        {children}
        {fault && (
          <span className="filter-fault" role="status">
            {fault}
          </span>
        )}
      </span>
    </Box>
  )
}

/** '₦50,000.00 or more', '₦1,000.00 – ₦2,000.00'; '' for none. */
function amountsText({ amount_from: from, amount_to: to }: Amounts): string {
  const [least, most] = [koboOf(from), koboOf(to)].map((kobo) =>
    kobo === undefined ? '' : formatNaira(kobo),
  )
  if (least && most) return `${least} – ${most}`
  return least ? `${least} or more` : most ? `${most} or less` : ''
}

/** Why these amounts can't be sent. */
export function amountsFault({ amount_from: from, amount_to: to }: Amounts): string | undefined {
  const [least, most] = [koboOf(from), koboOf(to)]
  const isWrong = (text: string, kobo: number | undefined) =>
    text.trim() !== '' && (kobo === undefined || kobo < 0)
  if (isWrong(from, least) || isWrong(to, most)) return 'Please enter a valid amount.'
  return least !== undefined && most !== undefined && most < least
    ? 'The second amount cannot be below the first'
    : undefined
}
