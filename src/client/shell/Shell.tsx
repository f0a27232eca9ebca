import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import Link from '@mui/material/Link'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type MouseEvent, useEffect, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom'
import { Banner, useBannerInBar } from './Banner'
import { ClockNotice } from './ClockNotice'
import { Brand } from './Brand'
import { Footer } from './Footer'
import { Progress } from './Progress'
import { ShellKeys } from './keys/ShellKeys'
import { Sidebar } from './menu/Sidebar'
import { logOut } from '#auth/session'
import { TopBar } from './TopBar'
import { routeAt } from '#routing/routes'
import { Unconfirmed } from '#forms/Unconfirmed'
import { useNextAct } from './useNextAct'
import { useAuth } from '#auth/useAuth'
import { useWaiting } from '#lists/waiting'
import { LazyNextStep } from '#lists/LazyNextStep'
import { LazyViews } from '#lists/views/LazyViews'
import { NextStepOf } from '#ui/table/nextStepOf'
import { ViewsOf } from '#ui/table/tools/viewsOf'
import '#ui/print/print.css'
import '#ui/theme/plainButton.css'

/** Toasts must not cover the menu (notistack uses z-index 1400). */
const aboveToasts = 1450
const widths = { open: 216, narrow: 56 }
const narrowKey = 'alajo.sidebar'

const nextStep = <LazyNextStep />

/** The frame of every screen: sidebar, top bar, banner, footer. */
export function Shell() {
  const wide = useMediaQuery('(min-width: 900px)', { noSsr: true })
  const bannerInBar = useBannerInBar()
  const [drawer, setDrawer] = useState(false)
  const [chosenNarrow, setNarrow] = useState(() => localStorage.getItem(narrowKey) === 'narrow')
  const { pathname } = useLocation()
  const folds = useMediaQuery('(max-width: 1439.95px)', { noSsr: true }) && routeAt(pathname)?.[1].foldsMenu
  /** Of a screen that folds the menu: opened again while the screen is shown. */
  const [unfolded, setUnfolded] = useState(false)
  const narrow = folds ? !unfolded : chosenNarrow
  const auth = useAuth()
  useNextAct()
  const waiting = useWaiting({ enabled: auth !== null && !auth.mustChangePassword })
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the drawer
  useEffect(() => setDrawer(false), [pathname])
  const toggle = () => {
    if (!wide) return setDrawer(!drawer)
    if (folds) return setUnfolded(!unfolded)
    localStorage.setItem(narrowKey, narrow ? 'open' : 'narrow')
    setNarrow(!narrow)
  }
  const menuWidth = wide && !auth?.mustChangePassword ? (narrow ? widths.narrow : widths.open) : 0
  useEffect(() => document.documentElement.style.setProperty('--menu-width', `${menuWidth}px`), [menuWidth])
  if (auth?.mustChangePassword) return <PlainFrame />
  return (
    <Box className="on-paper" sx={frame}>
      <Link className="screen-only" href="#content" onClick={skipToContent} sx={skipLink}>
        Skip to content
      </Link>
      <Progress />
      <ShellKeys />
      <ScrollRestoration />
      {wide ? (
        <Box className="screen-only" sx={{ width: narrow ? widths.narrow : widths.open, flexShrink: 0 }}>
          <Box className="sidebar-stays">
            <Sidebar narrow={narrow} beside waiting={waiting} />
          </Box>
        </Box>
      ) : (
        <Drawer
          open={drawer}
          onClose={() => setDrawer(false)}
          sx={{ zIndex: aboveToasts }}
          slotProps={{ paper: { sx: { width: widths.open } } }}
        >
          <Sidebar narrow={false} beside={false} waiting={waiting} />
        </Drawer>
      )}
      <Box
        className="on-paper"
        sx={{ position: 'relative', flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}
      >
        <TopBar onMenu={toggle} />
        {!bannerInBar && <Banner />}
        <ClockNotice />
        <Unconfirmed />
        <Box
          component="main"
          id="content"
          className="on-paper"
          tabIndex={-1}
          sx={{ flex: 1, display: 'flex', flexDirection: 'column', minWidth: 0, outline: 'none' }}
        >
          <ViewsOf.Provider value={LazyViews}>
            <NextStepOf.Provider value={nextStep}>
              <Outlet />
            </NextStepOf.Provider>
          </ViewsOf.Provider>
        </Box>
        <Footer />
      </Box>
    </Box>
  )
}

/** Heights of what is above and below a screen; a list fills what is between. */
const frame = {
  display: 'flex',
  minHeight: '100dvh',
  bgcolor: 'background.default',
  '--bar': '57px',
  '--foot': '28px',
  '--around': 'calc(var(--bar) + var(--foot))',
  '@media (pointer: fine) and (min-width: 900px)': { '--bar': '49px', '--foot': '22px' },
}

/** Without the router: a navigation to #content would drop the screen's ids and the entries of a form. */
function skipToContent(event: MouseEvent) {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

/** While a one-time password must be changed: only the form and Log Out. */
const PlainFrame = () => (
  <Box sx={{ minHeight: '100dvh', bgcolor: 'background.default', display: 'flex', flexDirection: 'column' }}>
    <Box component="header" sx={plainBar}>
      <Brand />
      <Button color="inherit" onClick={() => void logOut()}>
        Log Out
      </Button>
    </Box>
    <Box component="main" id="content" sx={{ flex: 1, display: 'flex', flexDirection: 'column' }}>
      <Outlet />
    </Box>
    <Footer />
  </Box>
)

const plainBar = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: 57,
  px: { xs: 1, sm: 2 },
  bgcolor: '#171d52',
  color: '#fff',
  '[data-theme="dark"] &': { bgcolor: '#0e1130' },
}

const skipLink = {
  position: 'fixed',
  left: 8,
  top: -80,
  zIndex: 2000,
  p: 1.5,
  bgcolor: 'background.paper',
  borderRadius: 1,
  '&:focus': { top: 8 },
}
