import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useId } from 'react'
import type { NamedWrite } from '#contract/call'
import { offlineReason } from '#api/useSubmit'
import { useCan } from '#auth/permissions'
import { useConnection } from '#api/useConnection'

type Props = {
  /** The change that it makes: its permission decides whether the button can be pressed. */
  call: NamedWrite
  busy: boolean
  children: string
  danger?: boolean
  /** Why this one can't be changed, whoever asks. */
  disabledReason?: string | undefined
  /** Submits the form around it unless told what to do. */
  onPress?: () => void
}

/** The button of a change: visible always, and where it can't be pressed, with the reason beside it. */
export function ChangeButton({ call, busy, children, danger, disabledReason, onPress }: Props) {
  const can = useCan()
  const { online } = useConnection()
  const reasonId = useId()
  const reason = can(call.access, 'write')
    ? (disabledReason ?? (online ? undefined : offlineReason))
    : missing(call)
  return (
    <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
      <Button
        type={onPress ? 'button' : 'submit'}
        variant="contained"
        color={danger ? 'error' : 'primary'}
        disabled={reason !== undefined || busy}
        aria-describedby={reason ? reasonId : undefined}
        onClick={onPress}
      >
        {busy ? 'Please wait…' : children}
      </Button>
      {reason && (
        <Box id={reasonId} sx={{ color: 'text.secondary' }}>
          {reason}
        </Box>
      )}
    </Box>
  )
}

function missing({ access }: NamedWrite): string {
  const names = typeof access === 'object' && 'anyOf' in access ? access.anyOf.join(' or ') : 'another role'
  return `This needs the permission ${names}.`
}
