import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { asProblem } from '#contract/problems'
import {
  callOf,
  checkIntent,
  type Intent,
  onUnconfirmed,
  type Outcome,
  unconfirmedIntents,
} from '#data/intents'
import { savedPages } from '#data/savedPages'
import { clockText } from '#ui/ageText'
import { routes } from './routes'
import type { Route } from './routes/route'
import { useConnection } from './useConnection'

/** Changes of which nobody knows whether they were made: on every screen, after a reload too, until each is checked. */
export function Unconfirmed() {
  const intents = useSyncExternalStore(onUnconfirmed, unconfirmedIntents)
  const [told, setTold] = useState<readonly (Outcome & { intent: Intent })[]>([])
  const without = (key: string) => told.filter(({ intent }) => intent.key !== key)
  return (
    <>
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
          <AlertTitle>{`${titleOf(intent)}: ${done ? 'this was done, once' : 'this was not done'}`}</AlertTitle>
          {message} {reference(intent)}
        </Alert>
      ))}
    </>
  )
}

function Unknown({ intent, onTold }: { intent: Intent; onTold: (outcome: Outcome) => void }) {
  const queries = useQueryClient()
  const { online } = useConnection()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const check = () => {
    setBusy(true)
    void checkIntent(intent)
      .then(
        async (outcome) => {
          onTold(outcome)
          const groups = callOf(intent)?.makesStale ?? []
          await savedPages.overtake(groups)
          for (const group of groups) void queries.invalidateQueries({ queryKey: [group] })
        },
        (error: unknown) => setFault(asProblem(error).message),
      )
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
      <AlertTitle>{`${titleOf(intent)}, ${clockText(intent.at, Date.now())}`}</AlertTitle>
      We could not confirm this. Check before you try again. {reference(intent)}
      {fault && <div>{fault}</div>}
    </Alert>
  )
}

/** The activity log has it under this. */
const reference = ({ key }: Intent) => `Reference ${key}`

/** What was being done, by the name of its screen. */
function titleOf({ call }: Intent): string {
  const all: Route[] = Object.values(routes)
  return all.find(({ calls }) => calls.some(({ name }) => name === call))?.title ?? 'A change'
}

const square = { borderRadius: 0 }
