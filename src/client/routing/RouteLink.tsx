import type { ComponentProps, MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { opensElsewhere } from '#ui/opensElsewhere'
import { fragmentOf } from './linkedState'

type Props = Omit<ComponentProps<'a'>, 'href'> & { to: string; state: unknown }

/**
 * A link to a screen with ids. A press passes them in navigation state; its address, which a new tab or a copy takes, has them
 * in its fragment. Renders nothing on a navigation, because a page has hundreds.
 */
export function RouteLink({ to, state, onClick, children, ...anchor }: Props) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || opensElsewhere(event)) return
    event.preventDefault()
    const replace = location.pathname + location.search === to
    void navigate(to, { state: state ?? null, replace })
  }
  return (
    <a {...anchor} href={to + fragmentOf(state)} onClick={follow}>
      {children}
    </a>
  )
}
