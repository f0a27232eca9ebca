import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { usePendingFilter } from './pendingFilter'
import { useTyped } from './useTyped'
import { toast } from '../feedback/toast'

type Props = {
  /** The current search text, from the address. */
  value: string
  onSearch: (text: string) => void
  hint: string
  /** Shown for a search without input. */
  emptyMessage: string
}

/** The search box of a list, which searches while it is typed in. Clearing it shows page 1 of all rows. */
export function ListSearch({ value, onSearch, hint, emptyMessage }: Props) {
  const [text, setText] = useState(value)
  const [sent, setSent] = useState(value)
  // The address has changed: by this form, a saved view or Back. The field stays, with its focus and what was typed in it.
  if (sent !== value) {
    setSent(value)
    if (text.trim() !== value) setText(value)
  }
  usePendingFilter(text.trim() !== value)
  useTyped(text, () => text.trim() !== '' && text.trim() !== value && onSearch(text.trim()))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') toast('error', emptyMessage)
    else onSearch(text.trim())
  }
  return (
    <Box component="form" role="search" className="list-search" onSubmit={submit}>
      <TextField
        size="small"
        type="search"
        // Otherwise the browser stores the search texts unencrypted.
        autoComplete="off"
        fullWidth
        placeholder={hint}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          if (event.target.value === '' && value !== '') onSearch('')
        }}
        slotProps={{ htmlInput: { 'aria-label': hint, maxLength: 100 } }}
      />
      <Button type="submit" variant="outlined">
        Search
      </Button>
    </Box>
  )
}
