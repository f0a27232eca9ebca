import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import { useId } from 'react'
import type { Choice } from './useChoice'

type Props = {
  /** The name of the inputs, by which a form finds the first one. */
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  choice: Choice
  hint?: string
  error?: string | undefined
}

/** A multiple choice of a form: a box for each option, hint or error below, linked for screen readers. */
export function Checkboxes({ name, label, options, choice, hint, error }: Props) {
  const id = useId()
  const note = error ?? hint
  const put = (value: string, on: boolean) => {
    const next = new Set(choice.chosen)
    if (on) next.add(value)
    else next.delete(value)
    choice.set(next)
  }
  return (
    <Box component="fieldset" aria-describedby={note && id} sx={group}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="checkbox"
            name={name}
            checked={choice.chosen.has(option.value)}
            onChange={(event) => put(option.value, event.target.checked)}
          />
          {option.label}
        </label>
      ))}
      {note && (
        <FormHelperText id={id} error={error !== undefined} sx={{ m: 0, fontSize: 14, width: '100%' }}>
          {note}
        </FormHelperText>
      )}
    </Box>
  )
}

const group = {
  m: 0,
  p: 0,
  border: 0,
  minWidth: 0,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 3,
  '& legend': { p: 0, fontWeight: 600, fontSize: 14 },
  '& label': { display: 'flex', alignItems: 'center', gap: 1.25, minHeight: 44, cursor: 'pointer' },
  '& label:has(:focus-visible)': { outline: '3px solid', outlineColor: 'primary.main', borderRadius: 1 },
  '& input': { width: 20, height: 20, m: 0, flexShrink: 0, accentColor: 'var(--mui-palette-primary-main)' },
}
