import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Children, isValidElement, type ReactElement, type ReactNode, useContext, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Access } from '#contract/permissions'
import { useActionRoom } from '#ui/table/useActionRoom'
import { RowName, useOffers } from '#routing/navigation'
import { useCan } from '#auth/permissions'
import { type RouteName, routes } from '#routing/routes'
import { useConnection } from '#api/useConnection'

type Action = ReactElement<ActionProps>
type ActionProps = { children: string } & ({ to: RouteName; state?: unknown } | DeedProps)
type DeedProps = { access: Access; onPress: () => void }

/**
 * A row's actions: those that the user may take, the first ones as buttons where there is room (as in a table,
 * unless told), the rest in a menu.
 */
export function RowActions({ of: name, room, children }: { of: string; room?: number; children: ReactNode }) {
  const can = useCan()
  const offers = useOffers()
  const inTable = useActionRoom()
  const allowed = Children.toArray(children)
    .filter((child): child is Action => isValidElement(child))
    .filter(({ props }) => ('to' in props ? offers(props.to) : can(props.access, 'read')))
  const inSight = room ?? (inTable === 2 ? fitting(allowed) : inTable)
  const more = allowed.slice(inSight)
  return (
    <RowName.Provider value={name}>
      <div className="row-actions">
        {allowed.slice(0, inSight)}
        {more.length > 0 && <MoreActions name={name} actions={more} />}
      </div>
    </RowName.Provider>
  )
}

/** An action that opens a file and no screen: it needs the server, and without one says so. */
export function RowFile({ onPress, children }: DeedProps & { children: string }) {
  const rowName = useContext(RowName)
  const { online } = useConnection()
  return (
    <button
      type="button"
      className="row-action"
      aria-label={`${children} ${rowName}`}
      disabled={!online}
      title={online ? undefined : offlineFile}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
const offlineFile = 'Files need a connection.'

/** As many as fit into the column, two at the most: what is said twice as long leaves room for one. */
const fitting = ([first, second]: Action[]) =>
  first && second && first.props.children.length + second.props.children.length <= 16 ? 2 : 1

function MoreActions({ name, actions }: { name: string; actions: Action[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const navigate = useNavigate()
  const { online } = useConnection()
  const take = (props: ActionProps) => {
    setAnchor(null)
    if ('to' in props) void navigate(routes[props.to].path, { state: props.state ?? null })
    else props.onPress()
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
          {actions.map(({ props }) => {
            const waits = !online && !('to' in props)
            return (
              <MenuItem key={props.children} disabled={waits} onClick={() => take(props)}>
                {waits ? `${props.children}: ${offlineFile}` : props.children}
              </MenuItem>
            )
          })}
        </Menu>
      )}
    </>
  )
}
