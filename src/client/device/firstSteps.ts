import { createStore } from './store'

/** The checklist of the dashboard is hidden on this device for the admin with this id. */
const keyOf = (userId: number) => `alajo.firstSteps.${userId}`
/** The steps that this admin passes over, separated by spaces. */
const skippedKeyOf = (userId: number) => `alajo.skippedSteps.${userId}`

/** Counts changes, because each admin has keys. */
const changes = createStore(0)
export const onFirstSteps = changes.subscribe
const changed = () => changes.set(changes.get() + 1)

export const showsFirstSteps = (userId: number) => localStorage.getItem(keyOf(userId)) !== 'hidden'

/** Shown again, they are shown with those that were passed over. */
export function showFirstSteps(userId: number, shown: boolean) {
  if (shown) {
    localStorage.removeItem(keyOf(userId))
    localStorage.removeItem(skippedKeyOf(userId))
  } else localStorage.setItem(keyOf(userId), 'hidden')
  changed()
}

export const skippedSteps = (userId: number) => localStorage.getItem(skippedKeyOf(userId)) ?? ''

export function skipStep(userId: number, step: string) {
  localStorage.setItem(skippedKeyOf(userId), `${skippedSteps(userId)} ${step}`.trim())
  changed()
}
