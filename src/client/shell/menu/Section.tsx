import ExpandMore from '@mui/icons-material/ExpandMore'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import { type ComponentType, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { formatCount } from '#domain/money/figures'
import type { CountWaiting } from '#lists/waiting'
import type { Route } from '#routing/route'
import { WaitingCount } from '#ui/text/WaitingCount'
import type { MenuSection } from './menuSections'

type Props = {
  section: MenuSection
  Icon: ComponentType<SvgIconProps>
  /** The link of the section under which the open page is. */
  current: Route | undefined
  isOpen: boolean
  toggle: () => void
  narrow: boolean
  beside: boolean
  waiting: CountWaiting
}

/** A section of the menu: a link, or a button that shows its links. Closed it shows the link of the open page alone. */
export function Section({ section: { name, links }, Icon, current, isOpen, toggle, ...frame }: Props) {
  const { narrow, beside, waiting } = frame
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const [first] = links
  const floats = beside && isOpen
  // Beside its button, and whole above the lower edge.
  useLayoutEffect(() => {
    const { current: box } = list
    if (!floats || !box) return
    const { top, right } = box.parentElement?.getBoundingClientRect() ?? { top: 0, right: 0 }
    const lowest = Math.max(8, innerHeight - box.offsetHeight - 8)
    box.style.top = `${Math.min(top, lowest)}px`
    box.style.left = `${right + 6}px`
  }, [floats])
  if (!first) return null
  const count = waiting(links.flatMap(({ menu }) => menu?.waiting ?? []))
  if (links.length === 1)
    return (
      <Item link={first} label={name} narrow={narrow} current={current} count={count}>
        <Icon fontSize="small" />
      </Item>
    )
  const shown = isOpen ? links : links.filter((link) => link === current && !narrow)
  return (
    <>
      <button
        type="button"
        className={`sidebar-item${current ? ' here' : ''}`}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={narrow ? nameOf(name, count) : undefined}
        title={narrow ? name : undefined}
        onClick={toggle}
      >
        <Icon fontSize="small" />
        {!narrow && <span className="sidebar-label">{name}</span>}
        {!isOpen && <WaitingCount count={count} corner={narrow} />}
        {!narrow && <ExpandMore fontSize="small" className={beside ? 'aside' : isOpen ? 'up' : undefined} />}
      </button>
      <ul
        ref={list}
        id={id}
        className={floats ? 'sidebar-links floating' : 'sidebar-links'}
        aria-label={isOpen ? name : undefined}
      >
        {shown.map((link) => (
          <li key={link.path}>
            <Item
              link={link}
              label={link.menu?.label ?? link.title}
              current={current}
              count={waiting(link.menu?.waiting)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

type ItemProps = {
  link: Route
  label: string
  current: Route | undefined
  count: number
  narrow?: boolean
  children?: ReactNode
}

function Item({ link, label, current, count, narrow = false, children }: ItemProps) {
  const { pathname } = useLocation()
  const isPage = link.path === pathname || link.also?.includes(pathname)
  const isCurrent = link === current
  return (
    <Link
      to={link.path}
      className={`sidebar-item${isCurrent ? ' current' : ''}`}
      // Of a page below it the link is not the page's own.
      aria-current={isPage ? 'page' : isCurrent ? 'true' : undefined}
      aria-label={narrow ? nameOf(label, count) : undefined}
      title={narrow ? label : undefined}
    >
      {children}
      {!narrow && <span className="sidebar-label">{label}</span>}
      <WaitingCount count={count} corner={narrow} />
    </Link>
  )
}

const nameOf = (label: string, count: number) =>
  count > 0 ? `${label}, ${formatCount(count)} waiting` : label
