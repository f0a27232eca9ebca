import AccountCircleOutlined from '@mui/icons-material/AccountCircleOutlined'
import LockOutlined from '@mui/icons-material/LockOutlined'
import MenuIcon from '@mui/icons-material/Menu'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useColorScheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState, useSyncExternalStore } from 'react'
import { Confirm } from '#ui/feedback/Confirm'
import { Banner, useBannerInBar } from './Banner'
import { Breadcrumbs } from './Breadcrumbs'
import { canInstall, install, onInstallable } from './install'
import { hasDirtyForm } from '#forms/leaveGuard'
import { useGo } from '#routing/navigation'
import { lock, logOut } from '#auth/session'
import { SearchButton } from './search/SearchButton'
import { applyUpdate, onUpdateReady, updateReady } from './updates'
import { useAuth } from '#auth/useAuth'
import { useConnection } from '#api/useConnection'

export function TopBar({ onMenu }: { onMenu: () => void }) {
  const { online } = useConnection()
  const hasBanner = useBannerInBar()
  const hasUpdateSpace = useUpdateSpace()
  // Beside the banner the other controls are icons, so that the path has space.
  const isShort = hasBanner && !online
  return (
    <Box component="header" className="screen-only" sx={bar}>
      <IconButton aria-label="Menu" onClick={onMenu} edge="start">
        <MenuIcon />
      </IconButton>
      <Box sx={isShort ? { flex: '1 1 210px', minWidth: 210 } : { flex: 1, minWidth: 0 }}>
        <Breadcrumbs />
      </Box>
      {hasBanner && <Banner inBar />}
      <SearchButton isShort={isShort} />
      {hasUpdateSpace && <UpdateButton />}
      <Chip
        size="small"
        label={online ? 'Online' : 'Offline'}
        color={online ? 'default' : 'warning'}
        variant={online ? 'filled' : 'outlined'}
      />
      <LockButton isShort={isShort} />
      <UserMenu isShort={isShort} />
    </Box>
  )
}

/** Easier to reach than Log out, which deletes the saved data. */
function LockButton({ isShort }: { isShort: boolean }) {
  const isWide = useMediaQuery('(min-width: 700px)', { noSsr: true })
  if (!isWide || isShort)
    return (
      <IconButton aria-label="Lock" color="primary" onClick={() => void lock()}>
        <LockOutlined />
      </IconButton>
    )
  return (
    <Button variant="outlined" size="small" startIcon={<LockOutlined />} onClick={() => void lock()}>
      Lock
    </Button>
  )
}

function UserMenu({ isShort }: { isShort: boolean }) {
  const auth = useAuth()
  const go = useGo()
  // Below, the path needs the space; the menu says who it is.
  const hasEmailSpace = useMediaQuery('(min-width: 1600px)', { noSsr: true }) && !isShort
  const update = useUpdate()
  const hasUpdate = !useUpdateSpace() && update.isReady
  const installable = useSyncExternalStore(onInstallable, canInstall)
  const { mode, setMode } = useColorScheme()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [confirmsLogOut, setConfirmsLogOut] = useState(false)
  const close = () => setAnchor(null)
  const closeAnd = (run: () => void) => () => {
    close()
    run()
  }
  const modes = { system: 'As the device', light: 'Light', dark: 'Dark' } as const
  return (
    <>
      <Button
        aria-haspopup="menu"
        aria-label={`Account ${auth?.email ?? ''}${hasUpdate ? ', update ready' : ''}`}
        title={auth?.email}
        onClick={(event) => setAnchor(event.currentTarget)}
        startIcon={
          <Badge variant="dot" color="error" invisible={!hasUpdate}>
            <AccountCircleOutlined />
          </Badge>
        }
        color="inherit"
        sx={hasEmailSpace ? {} : { minWidth: 44, px: 0, '& .MuiButton-startIcon': { m: 0 } }}
      >
        {hasEmailSpace && <Box sx={email}>{auth?.email}</Box>}
      </Button>
      <Menu variant="menu" anchorEl={anchor} open={anchor !== null} onClose={close}>
        {!hasEmailSpace && <Box sx={{ px: 2, py: 1, color: 'text.secondary' }}>{auth?.email}</Box>}
        {hasUpdate && <MenuItem onClick={() => update.apply() && close()}>{update.label}</MenuItem>}
        <MenuItem onClick={closeAnd(() => go('changePassword'))}>Settings</MenuItem>
        <MenuItem onClick={closeAnd(() => go('settings'))}>This device</MenuItem>
        {installable && <MenuItem onClick={closeAnd(install)}>Install</MenuItem>}
        <Divider />
        <Box sx={{ px: 2, py: 0.5, color: 'text.secondary' }}>Appearance</Box>
        {(Object.keys(modes) as (keyof typeof modes)[]).map((one) => (
          <MenuItem
            key={one}
            role="menuitemradio"
            aria-checked={mode === one}
            selected={mode === one}
            onClick={closeAnd(() => setMode(one))}
          >
            {modes[one]}
          </MenuItem>
        ))}
        <Divider />
        <MenuItem onClick={closeAnd(() => setConfirmsLogOut(true))}>Log out</MenuItem>
      </Menu>
      <Confirm
        open={confirmsLogOut}
        title="Log out?"
        text="Saved data on this device will be deleted. To step away, choose Lock."
        actionLabel="Log out"
        onConfirm={() => void logOut()}
        onCancel={() => setConfirmsLogOut(false)}
      />
    </>
  )
}

/** On a phone the bar is full: there the update is in the account's menu. */
const useUpdateSpace = () => useMediaQuery('(min-width: 600px)', { noSsr: true })

/** An update of the app that is ready; it waits while a form has entries. */
function useUpdate() {
  const isReady = useSyncExternalStore(onUpdateReady, updateReady)
  const [isBlocked, setBlocked] = useState(false)
  return {
    isReady,
    label: isBlocked ? 'Finish your form first' : 'Update ready',
    /** Whether it was applied. */
    apply: () => {
      setBlocked(hasDirtyForm())
      if (!hasDirtyForm()) applyUpdate()
      return !hasDirtyForm()
    },
  }
}

function UpdateButton() {
  const { isReady, label, apply } = useUpdate()
  if (!isReady) return null
  return (
    <Button size="small" variant="outlined" onClick={apply} sx={{ whiteSpace: 'nowrap' }}>
      {label}
    </Button>
  )
}

/** A long one is cut; whole in the title. */
const email = {
  maxWidth: 210,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
}

const bar = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  px: { xs: 1, sm: 2 },
  minHeight: 'var(--bar)',
  borderBottom: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  position: 'sticky',
  top: 0,
  zIndex: 10,
}
