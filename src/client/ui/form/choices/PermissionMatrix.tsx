import TextField from '@mui/material/TextField'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import {
  type MatrixArea,
  matrixColumns,
  type NamedPermission,
  permissionMatrix,
  plainNameOf,
  searchMatrix,
  viewAll,
} from '#domain/permissionMatrix'
import { Empty } from '../../feedback/Empty'
import { isKey } from '../../keys/keyTable'
import { useToolKeys } from '../../table/tools/useToolKeys'
import { nextBox } from './nextBox'
import type { Choice } from './useChoice'
import './permissionMatrix.css'

type Props = {
  /** All permissions to choose from. */
  names: readonly string[]
  choice: Choice
  /** Why a permission can't be changed; undefined if it can. */
  fixed?: (name: string) => string | undefined
}

const heads = { see: 'See', make: 'Make', change: 'Change', decide: 'Decide' }

/**
 * Checkboxes for permissions: a row a thing, a column for what admins see, make, change and decide. One tab stop: arrows go over the
 * boxes; / goes to the search.
 */
export function PermissionMatrix({ names, choice, fixed = () => undefined }: Props) {
  const id = useId()
  const [tools, table] = [useRef<HTMLDivElement>(null), useRef<HTMLTableElement>(null)]
  const [text, setText] = useState('')
  const [stop, setStop] = useState<string>()
  useToolKeys(tools)
  const matrix = permissionMatrix(names)
  const shown = searchMatrix(matrix, text)
  const reasons = [...new Set(names.flatMap((name) => fixed(name) ?? []))]
  const free = shown.flatMap(({ rows }) => rows.flatMap(codesOf)).filter((code) => !fixed(code))
  const tabStop = stop !== undefined && free.includes(stop) ? stop : free[0]
  const put = (some: readonly string[], on: boolean) => {
    const next = new Set(choice.chosen)
    for (const name of some) {
      if (on) next.add(name)
      else next.delete(name)
    }
    choice.set(next)
  }
  const boxes = () => [...(table.current?.querySelectorAll<HTMLInputElement>('input:enabled') ?? [])]
  const walk = (event: KeyboardEvent) => {
    const next =
      event.target instanceof HTMLInputElement && isKey(event, 'moveBox')
        ? nextBox(boxes(), event.target, event.key)
        : undefined
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const box = ({ code, name }: NamedPermission) => {
    const reason = fixed(code)
    const change = choice.added.includes(code) ? 'added' : choice.removed.includes(code) ? 'removed' : ''
    return (
      <label key={code} className={`matrix-box ${change}`} title={reason}>
        <input
          type="checkbox"
          checked={choice.chosen.has(code)}
          disabled={reason !== undefined}
          aria-describedby={reason && `${id}-${reasons.indexOf(reason)}`}
          tabIndex={code === tabStop || code === viewAll ? 0 : -1}
          onFocus={() => setStop(code)}
          onChange={(event) => put([code], event.target.checked)}
        />
        <span>
          <span className="matrix-name">{name}</span> {code !== name && <code>{code}</code>}
        </span>
      </label>
    )
  }
  return (
    <div className="permission-matrix">
      <div className="matrix-tools" ref={tools}>
        <TextField
          size="small"
          type="search"
          autoComplete="off"
          placeholder="Name or code"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            // The form is not sent by a search.
            if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
            event.preventDefault()
            boxes()[0]?.focus()
          }}
          slotProps={{ htmlInput: { 'aria-label': 'Search a permission', maxLength: 100 } }}
        />
        {text === '' &&
          matrix.length > 1 &&
          matrix.map(({ area }, at) => (
            <button key={area} type="button" onClick={() => goTo(`${id}-area-${at}`)}>
              {area}
            </button>
          ))}
        {names.includes(viewAll) && box({ code: viewAll, name: plainNameOf(viewAll) })}
      </div>
      {reasons.map((reason, at) => (
        <p key={reason} id={`${id}-${at}`} className="matrix-note">
          {reason}
        </p>
      ))}
      <div className="matrix-board">
        <table ref={table} onKeyDown={walk}>
          <caption className="visually-hidden">Permissions. Arrow keys go from box to box.</caption>
          <thead>
            <tr>
              <th scope="col">Area</th>
              {matrixColumns.map((column) => (
                <th key={column} scope="col">
                  {heads[column]}
                </th>
              ))}
            </tr>
          </thead>
          {shown.map((one, at) => (
            <tbody key={one.area} id={`${id}-area-${at}`}>
              <AreaHead
                area={one}
                chosen={choice.chosen}
                put={
                  text === ''
                    ? (on) =>
                        put(
                          one.codes.filter((code) => !fixed(code)),
                          on,
                        )
                    : undefined
                }
              />
              {one.rows.map((row) => (
                <tr key={row.thing}>
                  <th scope="row">{row.thing}</th>
                  {matrixColumns.map((column) => (
                    <td
                      key={column}
                      data-head={heads[column]}
                      className={row[column].length === 0 ? 'nil' : ''}
                    >
                      {row[column].length > 0 ? <div>{row[column].map(box)}</div> : '–'}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
        {shown.length === 0 && <Empty>{`No permission matches “${text}”.`}</Empty>}
      </div>
    </div>
  )
}

const codesOf = (row: MatrixArea['rows'][number]) =>
  matrixColumns.flatMap((column) => row[column].map(({ code }) => code))

/** Shows an area at the board's top and goes to its first box. */
function goTo(id: string) {
  const area = document.getElementById(id)
  area?.scrollIntoView({ block: 'start' })
  area?.querySelector<HTMLInputElement>('input:enabled')?.focus({ preventScroll: true })
}

type HeadProps = {
  area: MatrixArea
  chosen: ReadonlySet<string>
  /** Chooses all, or none; undefined while a search shows only some. */
  put: ((on: boolean) => void) | undefined
}

function AreaHead({ area: { area, codes }, chosen, put }: HeadProps) {
  return (
    <tr className="matrix-area">
      <th scope="rowgroup" colSpan={5}>
        {area}{' '}
        <span>
          {codes.filter((code) => chosen.has(code)).length} of {codes.length}
        </span>
        {put && (
          <>
            <button type="button" aria-label={`${area}: all`} onClick={() => put(true)}>
              all
            </button>
            <button type="button" aria-label={`${area}: none`} onClick={() => put(false)}>
              none
            </button>
          </>
        )}
      </th>
    </tr>
  )
}
