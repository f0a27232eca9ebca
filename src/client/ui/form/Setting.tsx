import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import { useId } from 'react'

type Props = { label: string; hint: string; on: boolean; onChange: (on: boolean) => void }

/** A setting that is on or off, with an explanation. It applies at once. */
export function Setting({ label, hint, on, onChange }: Props) {
  const hintId = useId()
  return (
    <Box component="label" sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', cursor: 'pointer' }}>
      <Checkbox
        checked={on}
        onChange={(event) => onChange(event.target.checked)}
        slotProps={{ input: { 'aria-label': label, 'aria-describedby': hintId } }}
        sx={{ width: 44, height: 44, ml: -1.25 }}
      />
      <Box sx={{ py: 1.25 }}>
        <Box sx={{ fontWeight: 600 }}>{label}</Box>
        <Box id={hintId} sx={{ color: 'text.secondary' }}>
          {hint}
        </Box>
      </Box>
    </Box>
  )
}
