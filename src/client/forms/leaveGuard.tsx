import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { Confirm } from '#ui/feedback/Confirm'
import { isLeaving } from '#auth/session'

let dirtyForms = 0
/** An update of the app waits while a form has entries. */
export const hasDirtyForm = () => dirtyForms > 0

/**
 * Asks before a form with entries is left. Returns the dialog, for the form to render. `isDone` is a ref because a screen
 * navigates after a change before it renders again.
 */
export function useLeaveGuard(dirty: boolean, isDone: RefObject<boolean>) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !isDone.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!dirty) return
    dirtyForms++
    const ask = (event: BeforeUnloadEvent) => {
      // Lock must not wait for a reply to this question.
      if (!isLeaving()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => {
      dirtyForms--
      window.removeEventListener('beforeunload', ask)
    }
  }, [dirty])
  return (
    <Confirm
      open={blocker.state === 'blocked'}
      title="Leave this form?"
      text="What you have entered is not saved."
      actionLabel="Leave"
      cancel="Stay"
      danger
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  )
}
