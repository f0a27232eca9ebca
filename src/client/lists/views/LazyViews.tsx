import { lazyPart, useLazyPart } from '#ui/feedback/lazyPart'
import type { ViewsProps } from '#ui/table/tools/viewsOf'

const part = lazyPart(async () => (await import('./Views')).Views)

/** Saved views, in a file of their own: the first screen does not wait for it. */
export function LazyViews(props: ViewsProps) {
  const Views = useLazyPart(part)
  return Views ? <Views {...props} /> : <span className="view-tool-place" />
}
