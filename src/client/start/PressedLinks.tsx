import { useEffect } from 'react'
import { useCan } from '#auth/permissions'
import { queries } from '#auth/queryClient'
import { routeAt } from '#routing/routes'
import { prefetchRoute } from './prefetchRoute'
import { screens } from './screens'

/**
 * Starts the reads of a screen when its link is pressed. The screen itself reads after the press has ended and it has rendered: a
 * quarter of a second later on a slow device. A finger that scrolls presses nothing: the browser sends it no `mousedown`.
 */
export function PressedLinks() {
  const can = useCan()
  useEffect(() => {
    const prefetch = ({ target, button, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null
      const opensElsewhere = button !== 0 || ctrlKey || metaKey || shiftKey || link?.target === '_blank'
      if (!link || opensElsewhere || link.origin !== location.origin) return
      const [name, route] = routeAt(link.pathname) ?? []
      if (!name || !route || link.href === location.href || !can(route.access, 'route')) return
      // What fails now is loaded with its screen.
      screens[name]().catch(() => undefined)
      prefetchRoute(queries, link)
    }
    document.addEventListener('mousedown', prefetch)
    return () => document.removeEventListener('mousedown', prefetch)
  }, [can])
  return null
}
