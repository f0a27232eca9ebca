import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import type { ReactNode } from 'react'

type Props = {
  open: boolean
  title: string
  text: string
  /** Facts about the decision. */
  children?: ReactNode
  actionLabel: string
  cancel?: string
  danger?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks for confirmation; the button names the action. */
export function Confirm(props: Props) {
  const { open, title, text, children, actionLabel, cancel = 'Cancel', danger, onConfirm, onCancel } = props
  // The button can still be pressed while the dialog fades out.
  const press = () => {
    if (open) onConfirm()
  }
  return (
    <Dialog open={open} onClose={onCancel} aria-labelledby="confirm-title" aria-describedby="confirm-text">
      <DialogTitle id="confirm-title">{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id="confirm-text">{text}</DialogContentText>
        {children}
      </DialogContent>
      <DialogActions sx={{ p: 2, gap: 1 }}>
        <Button variant="outlined" onClick={onCancel}>
          {cancel}
        </Button>
        <Button variant="contained" color={danger ? 'error' : 'primary'} onClick={press}>
          {actionLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
