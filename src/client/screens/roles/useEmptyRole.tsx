import { useState } from 'react'
import { Confirm } from '#ui/feedback/Confirm'

/** Asks for confirmation before a role without permissions is saved. */
export function useEmptyRole(actionLabel: string) {
  const [pending, setPending] = useState<{ send: () => void }>()
  const confirmed = (permissions: { size: number }, send: () => void) =>
    permissions.size === 0 ? setPending({ send }) : send()
  const question = (
    <Confirm
      open={pending !== undefined}
      title="Save a role without permissions?"
      text="No permission is chosen. Admins with this role see the dashboard and nothing else."
      actionLabel={actionLabel}
      onConfirm={() => {
        setPending(undefined)
        pending?.send()
      }}
      onCancel={() => setPending(undefined)}
    />
  )
  return { confirmed, question }
}
