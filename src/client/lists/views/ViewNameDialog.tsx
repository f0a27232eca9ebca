import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { calls } from '#contract/index'

type Props = {
  title: string
  name: string
  busy: boolean
  onClose: () => void
  onSave: (name: string) => void
}

const { name: ViewName } = calls.views.saveView.input.entries

/** Asks for the name of a view. */
export function ViewNameDialog({ title, name: first, busy, onClose, onSave }: Props) {
  const [name, setName] = useState(first)
  const [fault, setFault] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const message = v.safeParse(ViewName, name).issues?.[0].message
    setFault(message)
    if (message === undefined) onSave(name.trim())
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby="view-name-title">
      <form noValidate onSubmit={submit}>
        <DialogTitle id="view-name-title">{title}</DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            fullWidth
            margin="dense"
            label="Name of the view"
            autoComplete="off"
            value={name}
            error={fault !== undefined}
            helperText={fault ?? 'It keeps filters, columns, order and density, and no rows.'}
            onChange={(event) => setName(event.target.value)}
          />
        </DialogContent>
        <DialogActions sx={{ p: 2, gap: 1 }}>
          <Button variant="outlined" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={busy}>
            {title}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
