import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'

type Props = {
  open: boolean
  title: string
  text: string
  /** Facts about the decision. */
  children?: ReactNode
  actionLabel: string
  cancel?: string
  danger?: boolean
  /** Among the facts is a field, which has the focus. */
  hasField?: boolean
  onConfirm: () => void
  onCancel: () => void
}

const doublePressMs = 250

/** A key that is held since the form before presses nothing. */
const ignoreHeld = (event: KeyboardEvent) => {
  if (event.repeat) event.preventDefault()
}

/** Asks for confirmation; the button names the action, and has the focus unless it is dangerous. */
export function Confirm(props: Props) {
  const { open, title, text, children, actionLabel, cancel = 'Cancel', onConfirm, onCancel } = props
  const { danger = false, hasField = false } = props
  const openedAt = useRef(0)
  useEffect(() => {
    if (open) openedAt.current = performance.now()
  }, [open])
  const press = (event: MouseEvent) => {
    // Enter that was pressed twice in the form before: the second was meant for what is not to be seen yet.
    const isByKey = event.detail === 0
    if (isByKey && performance.now() - openedAt.current < doublePressMs) return
    // The button can still be pressed while the dialog fades out.
    if (open) onConfirm()
  }
  return (
    <Dialog open={open} onClose={onCancel} aria-labelledby="confirm-title" aria-describedby="confirm-text">
      <DialogTitle id="confirm-title">{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id="confirm-text">{text}</DialogContentText>
        {children}
      </DialogContent>
      <DialogActions sx={{ p: 2, gap: 1 }} onKeyDown={ignoreHeld}>
        <Button variant="outlined" autoFocus={danger && !hasField} onClick={onCancel}>
          {cancel}
        </Button>
        <Button
          variant="contained"
          autoFocus={!danger && !hasField}
          color={danger ? 'error' : 'primary'}
          onClick={press}
        >
          {actionLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
