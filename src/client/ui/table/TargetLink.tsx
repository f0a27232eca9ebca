import type { ComponentProps } from 'react'
import { opensElsewhere } from '../opensElsewhere'

type Props = Omit<ComponentProps<'a'>, 'onClick' | 'href'> & {
  href: string
  /** A press that opens no new tab; without it, the row has the press. */
  onPress?: () => void
}

/** A link to what a row opens. Its address is for a new tab or to copy; such a press is the browser's alone. */
export const TargetLink = ({ href, onPress, children, ...anchor }: Props) => (
  <a
    {...anchor}
    href={href}
    onClick={(event) => {
      if (opensElsewhere(event)) return event.stopPropagation()
      event.preventDefault()
      onPress?.()
    }}
  >
    {children}
  </a>
)
