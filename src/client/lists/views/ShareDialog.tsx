import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { View } from '#contract/calls/views'
import { calls } from '#contract/index'
import { useSubmit } from '#api/changes/useSubmit'
import { useCall } from '#api/useCall'
import { Ready } from '#ui/feedback/Ready'

/** Chooses the role whose admins see a view. */
export function ShareDialog({ view, onClose }: { view: View; onClose: () => void }) {
  const roles = useCall(calls.roles.getRoles, {})
  const share = useSubmit(calls.views.shareView)
  const [role, setRole] = useState(view.role_id === null ? '' : String(view.role_id))
  const send = () =>
    share.mutate(
      { view_id: view.id, role_id: role === '' ? null : Number(role) },
      { about: { name: view.name }, onSuccess: onClose },
    )
  return (
    <Dialog open onClose={onClose} aria-labelledby="share-title" aria-describedby="share-text">
      <DialogTitle id="share-title">Share View</DialogTitle>
      <DialogContent>
        <DialogContentText id="share-text" sx={{ mb: 2 }}>
          Its admins can choose the view, with its search text. They see the rows that they may see anyway.
        </DialogContentText>
        <Ready query={roles}>
          {({ data }) => (
            <TextField
              select
              fullWidth
              label="Role"
              value={role}
              onChange={(event) => setRole(event.target.value)}
              slotProps={{ inputLabel: { shrink: true }, select: { native: true } }}
            >
              <option value="">Nobody</option>
              {data.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </TextField>
          )}
        </Ready>
      </DialogContent>
      <DialogActions sx={{ p: 2, gap: 1 }}>
        <Button variant="outlined" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="contained" disabled={share.isPending || !roles.data} onClick={send}>
          Share View
        </Button>
      </DialogActions>
    </Dialog>
  )
}
