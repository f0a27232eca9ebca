import { lazyPart, useLazyPart } from '#ui/feedback/lazyPart'

const part = lazyPart(async () => (await import('./NextStep')).NextStep)

/** Few lists are empty, so its texts are loaded by the first one that is. */
export function LazyNextStep() {
  const Step = useLazyPart(part)
  return Step ? <Step /> : null
}
