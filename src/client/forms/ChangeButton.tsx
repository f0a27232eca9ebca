import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useId } from 'react'
import type { NamedWrite } from '#contract/call'
import { offlineReason } from '#api/changes/useSubmit'
import { useCan } from '#auth/permissions'
import { useConnection } from '#api/useConnection'
import { useFocusKept } from './useFocusKept'

type Props = {
  /** The button needs the permission of this call. */
  call: NamedWrite
  busy: boolean
  children: string
  danger?: boolean
  /** Not the page's main act. */
  quiet?: boolean
  /** Why this record can't be changed. */
  disabledReason?: string | undefined
  /** Without it the button submits its form. */
  onPress?: () => void
}

/** The button of a change. It is always visible; when disabled it shows the reason. */
export function ChangeButton({ call, busy, children, danger, quiet, disabledReason, onPress }: Props) {
  const can = useCan()
  const { online } = useConnection()
  const reasonId = useId()
  const focus = useFocusKept(busy)
  const reason = can(call.access, 'write')
    ? (disabledReason ?? (online ? undefined : offlineReason))
    : missingRight(call)
  return (
    <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
      <Button
        type={onPress ? 'button' : 'submit'}
        variant={quiet ? 'outlined' : 'contained'}
        color={danger ? 'error' : 'primary'}
        disabled={reason !== undefined || busy}
        aria-describedby={reason ? reasonId : undefined}
        ref={focus.ref}
        onClick={() => {
          focus.onPress()
          onPress?.()
        }}
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

/** Why an admin without the permission of a call can't make it. */
export function missingRight({ access }: NamedWrite): string {
  const names = typeof access === 'object' && 'anyOf' in access ? access.anyOf.join(' or ') : 'another role'
  return `This needs the permission ${names}.`
}
