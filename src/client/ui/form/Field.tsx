import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import Select from '@mui/material/Select'
import { type FocusEvent, useId, useState } from 'react'
import type * as v from 'valibot'
import { amountInWords } from '#domain/money/amountWords'
import { koboOf } from '#domain/money/kobo'
import type { WireForm } from '#contract/values'
import { numberField } from './numberField'
import type { Fields } from './useFields'

/** The value to send, with a label if it differs. */
export type Option = string | { value: string; label: string }

type Props<E extends v.ObjectEntries> = {
  fields: Fields<E>
  name: keyof E & string
  label: string
  hint?: string
  /** A warning that does not block the form. */
  warning?: string | undefined
  readOnly?: boolean
  type?: 'text' | 'email' | 'tel' | 'password' | 'date'
  autoComplete?: string
  /** Digits: the keyboard of a phone. Amounts and rates are numbers by their schema. */
  inputMode?: 'numeric'
  /** Allows several lines. */
  multiline?: boolean
  /** Makes the field a select. */
  options?: readonly Option[]
  /** What a select shows while nothing is chosen. */
  emptyLabel?: string
  disabled?: boolean
  onChange?: (value: string) => void
}

/** One field of a form: label above, hint or error below, linked for screen readers. */
export function Field<E extends v.ObjectEntries>(props: Props<E>) {
  const { fields, name, label, hint, warning, readOnly, type = 'text', options, disabled, onChange } = props
  const id = useId()
  const [shown, setShown] = useState(false)
  const error = fields.errors[name]
  const note = error ?? warning ?? hint
  const change = (value: string) => (onChange ? onChange(value) : fields.set(name, value))
  const words = wordsOf(fields.wireForm(name), fields.values[name])
  const inputMode = isDecimal(fields.wireForm(name)) ? 'decimal' : props.inputMode
  const number = inputMode && !options && numberField(inputMode, change, readOnly)
  const shared = {
    id,
    name,
    fullWidth: true,
    size: 'small' as const,
    value: fields.values[name],
    error: error !== undefined,
    disabled: disabled ?? false,
    onChange: (event: { target: { value: string } }) => change(event.target.value),
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (fields.values[name] !== '' && !isSubmit(relatedTarget)) fields.leave(name)
    },
    inputProps: {
      'aria-describedby':
        [note && `${id}-note`, words && `${id}-words`].filter(Boolean).join(' ') || undefined,
      ...number,
    },
  }
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box component="label" htmlFor={id} sx={{ fontWeight: 600, fontSize: 14 }}>
        {label}
      </Box>
      {options ? (
        <Select native {...shared}>
          <option value="">{props.emptyLabel ?? 'Select'}</option>
          {options.map(asPair).map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      ) : (
        <OutlinedInput
          {...shared}
          type={shown ? 'text' : type}
          readOnly={readOnly ?? false}
          multiline={props.multiline ?? false}
          minRows={3}
          autoComplete={props.autoComplete ?? 'off'}
          endAdornment={
            type === 'password' && (
              <InputAdornment position="end">
                <Button size="small" aria-pressed={shown} onClick={() => setShown(!shown)}>
                  {shown ? 'Hide' : 'Show'}
                </Button>
              </InputAdornment>
            )
          }
          sx={readOnly ? { bgcolor: 'grey.100' } : {}}
        />
      )}
      {note && (
        <FormHelperText
          id={`${id}-note`}
          error={error !== undefined}
          sx={{ m: 0, fontSize: 14, ...(!error && warning && { color: 'warning.main' }) }}
        >
          {note}
        </FormHelperText>
      )}
      {words && (
        <FormHelperText id={`${id}-words`} sx={{ m: 0, fontSize: 14, fontWeight: 600 }}>
          {words}
        </FormHelperText>
      )}
    </Box>
  )
}

/** A large amount in words: a zero too many is read there. */
function wordsOf(form: WireForm | undefined, value: string): string | undefined {
  const amount = form === 'naira' ? koboOf(value) : undefined
  return amount === undefined ? undefined : amountInWords(amount)
}

const isDecimal = (form: WireForm | undefined) => form === 'naira' || form === 'percent'

const asPair = (option: Option) => (typeof option === 'string' ? { value: option, label: option } : option)

/** A press on Submit validates the whole form. An error shown on blur would move the button away from the pointer. */
const isSubmit = (target: EventTarget | null) =>
  target instanceof HTMLButtonElement && target.type === 'submit'
