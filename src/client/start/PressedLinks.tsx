import { useEffect } from 'react'
import { useCan } from '#auth/permissions'
import { queries } from '#auth/queryClient'
import { opensElsewhere } from '#ui/opensElsewhere'
import { routeAt } from '#routing/routes'
import { prefetchRoute } from './prefetchRoute'
import { screens } from './screens'

/**
 * Starts the reads of a screen when its link is pressed. The screen itself reads after the press has ended and it has rendered: a
 * tenth of a second later on a slow device. A finger that scrolls presses nothing: the browser sends it no `mousedown`.
 */
export function PressedLinks() {
  const can = useCan()
  useEffect(() => {
    const prefetch = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || link.target === '_blank' || opensElsewhere(event) || link.origin !== location.origin)
        return
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
