import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined'
import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined'
import AdminPanelSettingsOutlined from '@mui/icons-material/AdminPanelSettingsOutlined'
import BarChartOutlined from '@mui/icons-material/BarChartOutlined'
import BadgeOutlined from '@mui/icons-material/BadgeOutlined'
import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined'
import CategoryOutlined from '@mui/icons-material/CategoryOutlined'
import CreditScoreOutlined from '@mui/icons-material/CreditScoreOutlined'
import ExpandMore from '@mui/icons-material/ExpandMore'
import ReceiptOutlined from '@mui/icons-material/ReceiptOutlined'
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import InboxOutlined from '@mui/icons-material/InboxOutlined'
import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined'
import MoveToInboxOutlined from '@mui/icons-material/MoveToInboxOutlined'
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined'
import PeopleAltOutlined from '@mui/icons-material/PeopleAltOutlined'
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined'
import PointOfSaleOutlined from '@mui/icons-material/PointOfSaleOutlined'
import RequestQuoteOutlined from '@mui/icons-material/RequestQuoteOutlined'
import SavingsOutlined from '@mui/icons-material/SavingsOutlined'
import SettingsOutlined from '@mui/icons-material/SettingsOutlined'
import SpaceDashboardOutlined from '@mui/icons-material/SpaceDashboardOutlined'
import UndoOutlined from '@mui/icons-material/UndoOutlined'
import Box from '@mui/material/Box'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import { type ComponentType, type ReactNode, useState } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { formatCount } from '#domain/money/figures'
import { WaitingCount } from '#ui/text/WaitingCount'
import { Brand } from './Brand'
import { useCan } from '#auth/permissions'
import { routeAt, routes } from '#routing/routes'
import { isForChange, type Route, type SectionName, sections } from '#routing/route'
import type { CountWaiting } from '#lists/waiting'

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
  Reversals: UndoOutlined,
  Savings: SavingsOutlined,
  Loan: CreditScoreOutlined,
  Products: CategoryOutlined,
  Fees: ReceiptLongOutlined,
  Withdrawal: PaymentsOutlined,
  Wallets: AccountBalanceWalletOutlined,
  'Fund Requests': RequestQuoteOutlined,
  Arrears: BarChartOutlined,
  Books: MenuBookOutlined,
  Expenses: ReceiptOutlined,
  'Moving In': MoveToInboxOutlined,
  Settings: SettingsOutlined,
}

type MenuSection = { name: SectionName; group: string; links: Route[] }

type Frame = { narrow: boolean; waiting: CountWaiting }

/** The menu: sections and screens with the admin's permissions, and counts of pending decisions. */
export function Sidebar({ narrow, waiting }: Frame) {
  const can = useCan()
  const all: Route[] = Object.values(routes)
  const menuSections: MenuSection[] = (Object.keys(sections) as SectionName[])
    .filter((name) => can(sections[name].access, 'route'))
    .map((name) => ({
      name,
      group: sections[name].group,
      links: all.filter(
        (route) => route.menu?.section === name && can(route.access, isForChange(route) ? 'write' : 'route'),
      ),
    }))
    .filter(({ links }) => links.length > 0)
  return (
    <Box component="nav" aria-label="Main" sx={{ ...side, px: narrow ? 1 : 1.25 }}>
      <Box sx={{ pb: 2 }}>
        <Brand named={!narrow} />
      </Box>
      <Box component="ul" sx={plainList}>
        {menuSections.map((section, at) => (
          <li key={section.name}>
            {!narrow && section.group !== menuSections[at - 1]?.group && section.group && (
              <Box sx={groupTitle}>{section.group}</Box>
            )}
            <Section section={section} narrow={narrow} waiting={waiting} />
          </li>
        ))}
      </Box>
    </Box>
  )
}

function Section({ section: { name, links }, narrow, waiting }: Frame & { section: MenuSection }) {
  const { pathname } = useLocation()
  const here =
    links.some(({ path, also }) => pathname === path || also?.includes(pathname)) ||
    isInSection(name, pathname)
  const [opened, setOpened] = useState(false)
  const open = opened || here
  const Icon = icons[name]
  const [first] = links
  const count = waiting(links.flatMap(({ menu }) => menu?.waiting ?? []))
  if (!first) return null
  if (narrow || links.length === 1)
    return (
      <Item to={first.path} label={name} narrow={narrow} active={here} count={count}>
        <Icon fontSize="small" />
      </Item>
    )
  return (
    <>
      <Box
        component="button"
        type="button"
        aria-expanded={open}
        onClick={() => setOpened(!open)}
        sx={{ ...item, ...(here && { color: '#fff', fontWeight: 600 }) }}
      >
        <Icon fontSize="small" />
        <Box sx={{ flex: 1, textAlign: 'left' }}>{name}</Box>
        {!open && <WaitingCount count={count} />}
        <ExpandMore fontSize="small" sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />
      </Box>
      {open && (
        <Box component="ul" sx={plainList}>
          {links.map((link) => (
            <li key={link.path}>
              <Item
                to={link.path}
                label={link.menu?.label ?? link.title}
                indent
                active={pathname === link.path}
                count={waiting(link.menu?.waiting)}
              />
            </li>
          ))}
        </Box>
      )}
    </>
  )
}

/** Whether a screen belongs to a section through one of its parents. */
function isInSection(section: SectionName, pathname: string): boolean {
  const all = routes as Record<string, Route>
  let [, route] = routeAt(pathname) ?? []
  while (route && !route.menu) route = route.parent ? all[route.parent] : undefined
  return route?.menu?.section === section
}

type ItemProps = {
  to: string
  label: string
  active: boolean
  count: number
  narrow?: boolean
  indent?: boolean
  children?: ReactNode
}

const Item = ({ to, label, active, count, narrow, indent, children }: ItemProps) => (
  <Box
    component={NavLink}
    to={to}
    end
    aria-label={narrow ? nameOf(label, count) : undefined}
    title={narrow ? label : undefined}
    sx={{
      ...item,
      ...(indent && { pl: 5.5 }),
      ...(narrow && { justifyContent: 'center', px: 0 }),
      ...(active && current),
    }}
  >
    {children}
    {!narrow && <Box sx={{ flex: 1 }}>{label}</Box>}
    <WaitingCount count={count} corner={narrow} />
  </Box>
)

const nameOf = (label: string, count: number) =>
  count > 0 ? `${label}, ${formatCount(count)} waiting` : label

const side = {
  position: 'relative',
  height: '100%',
  overflowY: 'auto',
  py: 1.75,
  bgcolor: '#171d52',
  color: '#d9dcf5',
  '[data-theme="dark"] &': { bgcolor: '#0e1130' },
  // A decorative adire pattern.
  '&::after': {
    content: '""',
    position: 'absolute',
    inset: 'auto 0 0 0',
    height: 220,
    opacity: 0.1,
    pointerEvents: 'none',
    background:
      'radial-gradient(circle at 50% 50%, #fff 0 2px, transparent 2.5px) 0 0 / 22px 22px, radial-gradient(circle at 50% 50%, transparent 0 7px, #fff 7px 8px, transparent 8.5px) 11px 11px / 44px 44px',
    maskImage: 'linear-gradient(transparent, #000)',
  },
}
const plainList = { m: 0, p: 0, listStyle: 'none' }
const groupTitle = { fontSize: 12, letterSpacing: '.04em', color: '#a4aadb', px: 1.5, pt: 2, pb: 0.5 }
const item = {
  position: 'relative',
  display: 'flex',
  width: '100%',
  alignItems: 'center',
  gap: 1.25,
  minHeight: 44,
  px: 1.5,
  border: 0,
  borderRadius: 1,
  bgcolor: 'transparent',
  color: 'inherit',
  font: 'inherit',
  textDecoration: 'none',
  cursor: 'pointer',
  '&:hover': { bgcolor: 'rgb(255 255 255 / .07)' },
  '&:focus-visible': { outline: '3px solid #f3c469', outlineOffset: -3 },
}
const current = {
  bgcolor: 'rgb(255 255 255 / .13)',
  color: '#fff',
  fontWeight: 600,
  boxShadow: 'inset 3px 0 0 #f3c469',
}
