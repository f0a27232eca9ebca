import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { Confirm } from '#ui/feedback/Confirm'
import { isLeaving } from '#auth/session'

let dirtyForms = 0
/** An update of the app waits while somebody is in the middle of a form. */
export const hasDirtyForm = () => dirtyForms > 0

/**
 * Asks before a form with entries is left. Returns the question, to be rendered by the form. `made` is read at
 * the moment of leaving: after a change a screen goes on before it has rendered again.
 */
export function useLeaveGuard(dirty: boolean, made: RefObject<boolean>) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !made.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!dirty) return
    dirtyForms++
    const ask = (event: BeforeUnloadEvent) => {
      // A lock does not wait for an answer.
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
      act="Leave"
      cancel="Stay"
      danger
      onAct={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  )
}
