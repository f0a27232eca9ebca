import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useState, useSyncExternalStore } from 'react'
import { asProblem, failureText } from '#contract/problems'
import type { Intent, Outcome } from '#api/changes/intents'
import { type ChangeConflict, changeConflict } from '#api/changes/changeConflict'
import { Confirm } from '#ui/feedback/Confirm'
import { changeText, intentText } from './intentText'
import { useCheck } from './useCheck'
import { useConnection } from '#api/useConnection'

/** Stops a change while an earlier one of the same subject is unconfirmed, and offers to check that one. */
export function ConflictDialog() {
  const conflict = useSyncExternalStore(changeConflict.subscribe, changeConflict.get)
  return conflict && <Question key={conflict.open.map(({ key }) => key).join()} conflict={conflict} />
}

type Checked = Outcome & { intent: Intent }

function Question({ conflict: { open, proceed, cancel } }: { conflict: ChangeConflict }) {
  const { online } = useConnection()
  const check = useCheck()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [checked, setChecked] = useState<readonly Checked[]>()
  const [deciding, setDeciding] = useState(false)
  const close = () => {
    changeConflict.set(undefined)
    cancel()
  }
  const ask = async () => {
    const outcomes: Checked[] = []
    for (const intent of open) outcomes.push({ ...(await check(intent)), intent })
    return outcomes
  }
  const press = () => {
    setBusy(true)
    setFault(undefined)
    void ask()
      .then(setChecked, (error: unknown) => setFault(failureText(asProblem(error))))
      .finally(() => setBusy(false))
  }
  const makeAnother = () => {
    changeConflict.set(undefined)
    proceed()
  }
  if (deciding)
    return (
      <Confirm
        open
        title="Make it a second time?"
        text={`If ${open.map(changeText).join(' and ')} was made, this is a second one. Neither can be undone here.`}
        actionLabel="Make another one"
        cancel="Back"
        danger
        onConfirm={makeAnother}
        onCancel={() => setDeciding(false)}
      />
    )
  return (
    <Dialog open onClose={close} aria-labelledby="open-change" aria-describedby="open-change-text">
      <DialogTitle id="open-change">{checked ? 'Outcome' : 'This may have been made already'}</DialogTitle>
      <DialogContent id="open-change-text" sx={{ display: 'grid', gap: 1.5 }}>
        {checked ? (
          checked.map(({ intent, done, message }) => (
            <Alert key={intent.key} severity={done ? 'success' : 'warning'}>
              <strong>{`${changeText(intent)}: ${done ? 'this was done, once' : 'this was not done'}.`}</strong>{' '}
              {message}
            </Alert>
          ))
        ) : (
          <>
            {open.map((intent) => (
              <strong key={intent.key}>{intentText(intent)}</strong>
            ))}
            <DialogContentText>
              We could not confirm this. Check the outcome before you send another one.
            </DialogContentText>
            {fault && <Alert severity="error">{fault}</Alert>}
          </>
        )}
      </DialogContent>
      <DialogActions sx={{ p: 2, gap: 1, flexWrap: 'wrap' }}>
        <Button variant="outlined" onClick={close}>
          {checked ? 'Close' : 'Cancel'}
        </Button>
        {!checked && (
          <>
            <Button color="error" variant="outlined" disabled={busy} onClick={() => setDeciding(true)}>
              Continue anyway
            </Button>
            <Button variant="contained" autoFocus disabled={busy || !online} onClick={press}>
              {busy ? 'Please wait…' : 'Check'}
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  )
}
