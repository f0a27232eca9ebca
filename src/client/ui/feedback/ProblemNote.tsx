import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Button from '@mui/material/Button'
import { idToReport, isRefusal, Problem, type ProblemCode } from '#contract/problems'
import { RequestId } from './RequestId'

const titles: Record<ProblemCode, string> = {
  offline: 'The server can’t be reached',
  signedOut: 'Your session has ended',
  forbidden: 'You are not allowed to see this',
  notFound: 'Not found',
  invalid: 'Please check what you entered',
  refused: 'This was not done',
  busy: 'The server is busy',
  unavailable: 'Something went wrong on our side',
  outcomeUnknown: 'We could not confirm this',
}
const worthRetrying: readonly ProblemCode[] = ['offline', 'busy', 'unavailable']

type Props = {
  error: unknown
  onRetry?: () => void
  /** The problem is of a read, not of a change. */
  reading?: boolean
}

/** Shows a problem on the page. A refused change is shown as a toast instead. */
export function ProblemNote({ error, onRetry, reading = false }: Props) {
  if (!(error instanceof Problem) || error.code === 'signedOut') return null
  const { code, message, fields } = error
  if (!reading && isRefusal(error)) return null
  const title = reading && code === 'refused' ? 'This can’t be shown' : titles[code]
  const canRetry = onRetry && worthRetrying.includes(code)
  return (
    <Alert
      severity={code === 'offline' || code === 'busy' || code === 'outcomeUnknown' ? 'warning' : 'error'}
      role="alert"
      action={
        canRetry && (
          <Button size="small" color="inherit" onClick={onRetry}>
            Retry
          </Button>
        )
      }
    >
      <AlertTitle>{title}</AlertTitle>
      {fields.length === 0 ? (
        message !== title && message
      ) : (
        <ul style={{ margin: 0, paddingLeft: 18 }}>
          {fields.map((field) => (
            <li key={field}>{field}</li>
          ))}
        </ul>
      )}
      <RequestId id={idToReport(error)} />
    </Alert>
  )
}
