import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useContext, useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Access } from '#contract/permissions'
import { MaxRowButtons, RowOpener } from '#ui/table/grid/rowActionContexts'
import { type To, useOffers } from '#routing/navigation'
import { useCan } from '#auth/permissions'
import { isForChange } from '#routing/route'
import { fragmentOf } from '#routing/linkedState'
import { RouteLink } from '#routing/RouteLink'
import { type RouteName, routes } from '#routing/routes'
import { useConnection } from '#api/useConnection'
import './rowActions.css'

/** An action of a row: opens a screen, or a file, which needs the server. */
export type RowAction = { label: string } & (ScreenAction | FileAction)
type ScreenAction = { [Name in RouteName]: To<Name> }[RouteName]
type FileAction = { access: Access; open: () => void }

type Props = {
  name: string
  maxButtons?: number
  /** False for an action that this row does not have. */
  actions: readonly (RowAction | false)[]
}

/** A row's permitted actions: the first ones as buttons, at most `maxButtons` or what the table allows, the rest in a menu. */
export function RowActions({ name, maxButtons, actions }: Props) {
  const can = useCan()
  const offers = useOffers()
  const inTable = useContext(MaxRowButtons)
  const allowed = actions
    .filter((action) => action !== false)
    .filter((action) => ('to' in action ? offers(action.to) : can(action.access, 'read')))
  useOpener(allowed)
  // A menu of one would only hide it.
  const visibleCount = allowed.length === 1 ? 1 : (maxButtons ?? inTable)
  const more = allowed.slice(visibleCount)
  if (allowed.length === 0) return null
  return (
    <div className="row-actions">
      {allowed
        .slice(0, visibleCount)
        .map((action) =>
          'to' in action ? (
            <ScreenLink key={action.label} name={name} action={action} />
          ) : (
            <FileButton key={action.label} name={name} action={action} />
          ),
        )}
      {more.length > 0 && <MoreActions name={name} actions={more} />}
    </div>
  )
}

/** A press on the row opens its first screen that changes nothing, or else its first screen. */
function useOpener(allowed: readonly RowAction[]) {
  const opener = useContext(RowOpener)
  const navigate = useNavigate()
  const screens = allowed.filter((action) => 'to' in action)
  const main = screens.find(({ to }) => !isForChange(routes[to])) ?? screens[0]
  // Before the row can be pressed.
  useLayoutEffect(() => {
    opener?.set(
      main && {
        href: routes[main.to].path + fragmentOf(main.state),
        open: () => void navigate(routes[main.to].path, { state: main.state ?? null }),
      },
    )
  })
}

/** Its accessible name includes the row's. */
const ScreenLink = ({ name, action }: { name: string; action: RowAction & ScreenAction }) => (
  <RouteLink
    className="row-action"
    to={routes[action.to].path}
    state={action.state}
    aria-label={`${action.label} ${name}`}
  >
    {action.label}
  </RouteLink>
)

function FileButton({ name, action }: { name: string; action: RowAction & FileAction }) {
  const { online } = useConnection()
  return (
    <button
      type="button"
      className="row-action"
      aria-label={`${action.label} ${name}`}
      disabled={!online}
      title={online ? undefined : offlineFile}
      onClick={action.open}
    >
      {action.label}
    </button>
  )
}
const offlineFile = 'Files need a connection.'

function MoreActions({ name, actions }: { name: string; actions: RowAction[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const navigate = useNavigate()
  const { online } = useConnection()
  const run = (action: RowAction) => {
    setAnchor(null)
    if ('to' in action) void navigate(routes[action.to].path, { state: action.state ?? null })
    else action.open()
  }
  return (
    <>
      <button
        type="button"
        className="row-action more"
        aria-label={`More actions for ${name}`}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        ⋯
      </button>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)}>
          {actions.map((action) => {
            const isDisabled = !online && !('to' in action)
            return (
              <MenuItem key={action.label} disabled={isDisabled} onClick={() => run(action)}>
                {isDisabled ? `${action.label}: ${offlineFile}` : action.label}
              </MenuItem>
            )
          })}
        </Menu>
      )}
    </>
  )
}
