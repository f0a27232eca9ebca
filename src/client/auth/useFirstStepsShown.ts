import { useCallback, useSyncExternalStore } from 'react'
import { onFirstSteps, showFirstSteps, showsFirstSteps, skippedSteps, skipStep } from '#device/firstSteps'
import { useAuth } from './useAuth'

/** Whether the dashboard shows the signed-in admin the first steps on this device, and a function to change it. */
export function useFirstStepsShown() {
  const userId = useAuth()?.userId ?? 0
  const isShown = useSyncExternalStore(onFirstSteps, () => showsFirstSteps(userId))
  const show = useCallback((shown: boolean) => showFirstSteps(userId, shown), [userId])
  return [isShown, show] as const
}

/** The steps that the signed-in admin passes over on this device, and a function to pass over one more. */
export function useSkippedSteps() {
  const userId = useAuth()?.userId ?? 0
  const skipped = useSyncExternalStore(onFirstSteps, () => skippedSteps(userId))
  const skip = useCallback((step: string) => skipStep(userId, step), [userId])
  return [skipped.split(' '), skip] as const
}
