import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Access } from '#contract/permissions'
import type { RowTools } from '#ui/table/rowTools'
import { pathTo, type To, useOffers } from '#routing/navigation'
import { useCan } from '#auth/permissions'
import { isForChange } from '#routing/route'
import { fragmentOf } from '#routing/linkedState'
import { RouteLink } from '#routing/RouteLink'
import { type RouteName, routes } from '#routing/routes'
import { useConnection } from '#api/useConnection'
import './rowActions.css'

/** An action of a row: opens a screen, or a file, which needs the server. */
export type RowAction = { label: string } & (ScreenAction | FileAction)
type ScreenAction = { [Name in RouteName]: To<Name> }[RouteName] & {
  /** Of a list that it opens. */
  filters?: Record<string, string>
  /** Shows something about the record, and is not what its row opens. */
  isAside?: true
}
type FileAction = { access: Access; open: () => void }

/** What a row offers. `name` is part of the accessible names; an action that this row does not have is false. */
export type RowOffer = { name: string; actions: readonly (RowAction | false)[] }

/**
 * The actions of a list's rows that are permitted, and what a row opens: its first screen that changes nothing, or else its first
 * screen. Nothing if the admin may open none of the `to` routes, if they are given.
 */
export function useRowActions<Row>(
  offerOf: (row: Row) => RowOffer,
  to?: readonly RouteName[],
): RowTools<Row> {
  const permitted = usePermitted()
  const offers = useOffers()
  const navigate = useNavigate()
  if (to && !to.some(offers)) return {}
  return {
    rowActions: (row, place) => {
      const { name, actions } = offerOf(row)
      return place === 'row' ? (
        <ActionsInRow name={name} actions={permitted(actions)} />
      ) : (
        <RowActions
          name={name}
          actions={actions}
          maxButtons={everyAction}
          isPrimary={place === 'facts' ? isDecision : undefined}
        />
      )
    },
    rowTarget: (row) => {
      const screens = permitted(offerOf(row).actions)
        .filter((action) => 'to' in action)
        .filter(({ isAside }) => !isAside)
      const main = screens.find((one) => !isForChange(routes[one.to])) ?? screens[0]
      return (
        main && {
          href: pathTo(main.to, main.filters) + fragmentOf(main.state),
          open: () => void navigate(pathTo(main.to, main.filters), { state: main.state ?? null }),
        }
      )
    },
  }
}

/** Below the facts of a row, the buttons wrap. */
const everyAction = 20

function usePermitted() {
  const can = useCan()
  const offers = useOffers()
  return (actions: RowOffer['actions']) =>
    actions
      .filter((action) => action !== false)
      .filter((action) => ('to' in action ? offers(action.to) : can(action.access, 'read')))
}

/** What a row waits for: a screen that changes something comes first. */
const isDecision = (action: RowAction) => 'to' in action && isForChange(routes[action.to])

type ActionsProps = RowOffer & {
  maxButtons?: number
  /** Whether the first action is the main one of its place. */
  isPrimary?: ((action: RowAction) => boolean) | undefined
}

/** The permitted actions of a record: the first ones as buttons, the rest in a menu. */
export function RowActions({ name, actions, maxButtons = 2, isPrimary }: ActionsProps) {
  const allowed = usePermitted()(actions)
  // A menu of one would only hide it.
  const visibleCount = allowed.length === 1 ? 1 : maxButtons
  const more = allowed.slice(visibleCount)
  if (allowed.length === 0) return null
  return (
    <div className="row-actions">
      {allowed.slice(0, visibleCount).map((action, at) => (
        <ActionButton
          key={action.label}
          name={name}
          action={action}
          isPrimary={at === 0 && isPrimary?.(action)}
        />
      ))}
      {more.length > 0 && <MoreActions name={name} actions={more} />}
    </div>
  )
}

type Permitted = { name: string; actions: readonly RowAction[] }

/** At the end of a row: a menu, and beside it the first action, while the row is pointed at. */
function ActionsInRow({ name, actions }: Permitted) {
  const [first] = actions
  return (
    first && (
      <div className="row-actions">
        <ActionButton name={name} action={first} isStop={false} />
        <MoreActions name={name} actions={actions} isStop={false} />
      </div>
    )
  )
}

/** `isStop` says whether Tab stops there; in a row it is the cell that has the focus. */
type ButtonProps = { name: string; action: RowAction; isStop?: boolean; isPrimary?: boolean | undefined }

/** Its accessible name includes the row's. */
function ActionButton({ name, action, isStop = true, isPrimary = false }: ButtonProps) {
  const { online } = useConnection()
  const shared = {
    className: isPrimary ? 'plain-button row-action primary' : 'plain-button row-action',
    'aria-label': `${action.label} ${name}`,
    tabIndex: isStop ? undefined : -1,
  }
  return 'to' in action ? (
    <RouteLink {...shared} to={pathTo(action.to, action.filters)} state={action.state}>
      {action.label}
    </RouteLink>
  ) : (
    <button
      type="button"
      {...shared}
      disabled={!online}
      title={online ? undefined : offlineFile}
      onClick={action.open}
    >
      {action.label}
    </button>
  )
}
const offlineFile = 'Files need a connection.'

function MoreActions({ name, actions, isStop = true }: Permitted & { isStop?: boolean }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const navigate = useNavigate()
  const { online } = useConnection()
  const run = (action: RowAction) => {
    setAnchor(null)
    if ('to' in action) void navigate(pathTo(action.to, action.filters), { state: action.state ?? null })
    else action.open()
  }
  return (
    <>
      <button
        type="button"
        className="plain-button row-action more"
        aria-label={`More actions for ${name}`}
        aria-haspopup="menu"
        tabIndex={isStop ? undefined : -1}
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
