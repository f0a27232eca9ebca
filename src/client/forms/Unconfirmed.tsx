import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Button from '@mui/material/Button'
import { useState, useSyncExternalStore } from 'react'
import { asProblem } from '#contract/problems'
import { type Intent, onUnconfirmed, type Outcome, unconfirmedIntents } from '#api/intents'
import { deedText, intentText } from './intentText'
import { ConflictDialog } from './ConflictDialog'
import { useCheck } from './useCheck'
import { useConnection } from '#api/useConnection'

/** Changes of which nobody knows whether they were made: on every screen, after a reload too, until each is checked. */
export function Unconfirmed() {
  const intents = useSyncExternalStore(onUnconfirmed, unconfirmedIntents)
  const [told, setTold] = useState<readonly (Outcome & { intent: Intent })[]>([])
  const without = (key: string) => told.filter(({ intent }) => intent.key !== key)
  return (
    <>
      <ConflictDialog />
      {intents.map((intent) => (
        <Unknown
          key={intent.key}
          intent={intent}
          onTold={(outcome) => setTold([...without(intent.key), { ...outcome, intent }])}
        />
      ))}
      {told.map(({ intent, done, message }) => (
        <Alert
          key={intent.key}
          severity={done ? 'success' : 'warning'}
          sx={square}
          onClose={() => setTold(without(intent.key))}
        >
          <AlertTitle>{`${deedText(intent)}: ${done ? 'this was done, once' : 'this was not done'}`}</AlertTitle>
          {message} {reference(intent)}
        </Alert>
      ))}
    </>
  )
}

function Unknown({ intent, onTold }: { intent: Intent; onTold: (outcome: Outcome) => void }) {
  const ask = useCheck()
  const { online } = useConnection()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const check = () => {
    setBusy(true)
    void ask(intent)
      .then(onTold, (error: unknown) => setFault(asProblem(error).message))
      .finally(() => setBusy(false))
  }
  return (
    <Alert
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

/** The activity log has it under this. */
const reference = ({ key }: Intent) => `Reference ${key}`

const square = { borderRadius: 0 }
