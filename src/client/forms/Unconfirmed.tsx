import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Button from '@mui/material/Button'
import { useState, useSyncExternalStore } from 'react'
import { asProblem, failureText } from '#contract/problems'
import { type Intent, onUnconfirmed, type Outcome, unconfirmedIntents } from '#api/changes/intents'
import { changeText, intentText } from './intentText'
import { ConflictDialog } from './ConflictDialog'
import { useCheck } from './useCheck'
import { useConnection } from '#api/useConnection'

/** Shows changes with an unknown outcome on every screen, after a reload too, until each is checked. */
export function Unconfirmed() {
  const intents = useSyncExternalStore(onUnconfirmed, unconfirmedIntents)
  const [results, setResults] = useState<readonly (Outcome & { intent: Intent })[]>([])
  const without = (key: string) => results.filter(({ intent }) => intent.key !== key)
  return (
    <>
      <ConflictDialog />
      {intents.map((intent) => (
        <UnknownOutcome
          key={intent.key}
          intent={intent}
          onChecked={(outcome) => setResults([...without(intent.key), { ...outcome, intent }])}
        />
      ))}
      {results.map(({ intent, done, message }) => (
        <Alert
          key={intent.key}
          className="screen-only"
          severity={done ? 'success' : 'warning'}
          sx={square}
          onClose={() => setResults(without(intent.key))}
        >
          <AlertTitle>{`${changeText(intent)}: ${done ? 'this was done, once' : 'this was not done'}`}</AlertTitle>
          {message} {reference(intent)}
        </Alert>
      ))}
    </>
  )
}

function UnknownOutcome({ intent, onChecked }: { intent: Intent; onChecked: (outcome: Outcome) => void }) {
  const ask = useCheck()
  const { online } = useConnection()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const check = () => {
    setBusy(true)
    void ask(intent)
      .then(onChecked, (error: unknown) => setFault(failureText(asProblem(error))))
      .finally(() => setBusy(false))
  }
  return (
    <Alert
      className="screen-only"
      severity="warning"
      sx={square}
      action={
        <Button color="inherit" variant="outlined" disabled={busy || !online} onClick={check}>
          {busy ? 'Please wait…' : 'Check'}
        </Button>
      }
    >
      <AlertTitle>{intentText(intent)}</AlertTitle>
      We could not confirm this. Check before you try again. {reference(intent)}
      {fault && <div>{fault}</div>}
    </Alert>
  )
}

/** The activity log shows the change under this reference. */
const reference = ({ key }: Intent) => `Reference ${key}`

const square = { borderRadius: 0 }
