import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined'
import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined'
import AdminPanelSettingsOutlined from '@mui/icons-material/AdminPanelSettingsOutlined'
import BarChartOutlined from '@mui/icons-material/BarChartOutlined'
import BadgeOutlined from '@mui/icons-material/BadgeOutlined'
import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined'
import CreditScoreOutlined from '@mui/icons-material/CreditScoreOutlined'
import InboxOutlined from '@mui/icons-material/InboxOutlined'
import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined'
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined'
import PeopleAltOutlined from '@mui/icons-material/PeopleAltOutlined'
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined'
import PointOfSaleOutlined from '@mui/icons-material/PointOfSaleOutlined'
import RequestQuoteOutlined from '@mui/icons-material/RequestQuoteOutlined'
import SavingsOutlined from '@mui/icons-material/SavingsOutlined'
import SettingsOutlined from '@mui/icons-material/SettingsOutlined'
import SpaceDashboardOutlined from '@mui/icons-material/SpaceDashboardOutlined'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useCan } from '#auth/permissions'
import type { CountWaiting } from '#lists/waiting'
import type { SectionName } from '#routing/route'
import { isKey } from '#ui/keys/keyTable'
import { Brand } from '../Brand'
import { linkOf, menuSections } from './menuSections'
import { Section } from './Section'
import './sidebar.css'

const icons: Record<SectionName, ComponentType<SvgIconProps>> = {
  Dashboard: SpaceDashboardOutlined,
  Decisions: InboxOutlined,
  Admins: AdminPanelSettingsOutlined,
  Agents: BadgeOutlined,
  Customers: PeopleAltOutlined,
  'Market Days': CalendarMonthOutlined,
  Collecting: PointOfSaleOutlined,
  Tills: AccountBalanceOutlined,
  "Day's Close": FactCheckOutlined,
  Savings: SavingsOutlined,
  Loan: CreditScoreOutlined,
  Withdrawal: PaymentsOutlined,
  Wallets: AccountBalanceWalletOutlined,
  'Fund Requests': RequestQuoteOutlined,
  Arrears: BarChartOutlined,
  Books: MenuBookOutlined,
  Settings: SettingsOutlined,
}

type Props = {
  /** Icons alone. */
  narrow: boolean
  /** An open section lies beside the bar, which stays as high as it is; otherwise under its name. */
  beside: boolean
  waiting: CountWaiting
}

/** The menu: sections and screens with the admin's permissions, and counts of pending decisions. One section is open at a time. */
export function Sidebar({ narrow, beside, waiting }: Props) {
  const all = menuSections(useCan())
  const { pathname } = useLocation()
  const current = linkOf(pathname)
  const bar = useRef<HTMLElement>(null)
  const [opened, setOpened] = useState<SectionName | undefined>(beside ? undefined : current?.menu?.section)
  // What lies beside the bar covers the page.
  const close = () => beside && setOpened(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation shows the page and its link
  useEffect(() => {
    if (beside) setOpened(undefined)
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  const isOpen = opened !== undefined
  useEffect(() => {
    if (!beside || !isOpen) return
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && !bar.current?.contains(target)) setOpened(undefined)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [beside, isOpen])
  /** Up and down go through what is in sight; right opens a section, left and Escape close it. */
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const stops = [...(bar.current?.querySelectorAll<HTMLElement>('a, button') ?? [])]
    const here = stops.indexOf(document.activeElement as HTMLElement)
    const button = document.activeElement?.closest('[data-section]')?.querySelector('button')
    const isOn = button === document.activeElement
    if (isKey(event, 'menuMove')) stops[here + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
    else if (isKey(event, 'menuOpen') && isOn && button?.ariaExpanded === 'false') button.click()
    else if (isKey(event, 'menuOpen') && isOn) stops[here + 1]?.focus()
    else if (isKey(event, 'menuClose') && button?.ariaExpanded === 'true') {
      button.focus()
      setOpened(undefined)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <nav
      ref={bar}
      aria-label="Main"
      className={['sidebar', narrow && 'narrow', beside && 'beside'].filter(Boolean).join(' ')}
      onKeyDown={move}
      onClick={({ target }) => target instanceof Element && target.closest('a') && close()}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !bar.current?.contains(relatedTarget)) close()
      }}
    >
      <div className="sidebar-brand">
        <Brand named={!narrow} />
      </div>
      <ul>
        {all.map((section, at) => (
          <li
            key={section.name}
            data-section={section.name}
            className={section.group === '' && at > 0 && all[at - 1]?.group !== '' ? 'apart' : undefined}
          >
            {!narrow && section.group !== all[at - 1]?.group && section.group && (
              <div className="sidebar-group">{section.group}</div>
            )}
            <Section
              section={section}
              Icon={icons[section.name]}
              current={current?.menu?.section === section.name ? current : undefined}
              isOpen={opened === section.name}
              toggle={() => setOpened(opened === section.name ? undefined : section.name)}
              narrow={narrow}
              beside={beside}
              waiting={waiting}
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}
