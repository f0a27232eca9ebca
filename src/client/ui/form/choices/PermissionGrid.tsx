import Box from '@mui/material/Box'
import { useId } from 'react'
import { byFamily } from '#domain/families'
import type { Choice } from './useChoice'

type Props = {
  /** All permissions to choose from. */
  names: readonly string[]
  choice: Choice
  /** Why a permission can't be changed; undefined if it can. */
  fixed?: (name: string) => string | undefined
}

/** Checkboxes for permissions, by family. A family's checkbox selects all that can be changed. */
export function PermissionGrid({ names, choice, fixed = () => undefined }: Props) {
  const id = useId()
  const reasons = [...new Set(names.flatMap((name) => fixed(name) ?? []))]
  const noteOf = (name: string) => {
    const reason = fixed(name)
    return reason ? { id: `${id}-${reasons.indexOf(reason)}`, reason } : undefined
  }
  const put = (some: readonly string[], on: boolean) => {
    const next = new Set(choice.chosen)
    for (const name of some) {
      if (on) next.add(name)
      else next.delete(name)
    }
    choice.set(next)
  }
  return (
    <Box sx={grid}>
      {reasons.map((reason, at) => (
        <Box key={reason} id={`${id}-${at}`} sx={{ color: 'text.secondary' }}>
          {reason}
        </Box>
      ))}
      {byFamily(names).map(({ family, names: members }) => (
        <fieldset key={family}>
          <legend>{family} permissions</legend>
          <FamilyBox
            family={family}
            members={members}
            free={members.filter((name) => fixed(name) === undefined)}
            chosen={choice.chosen}
            put={put}
          />
          <div>
            {members.map((name) => {
              const note = noteOf(name)
              return (
                <label key={name} title={note?.reason}>
                  <input
                    type="checkbox"
                    checked={choice.chosen.has(name)}
                    disabled={note !== undefined}
                    aria-describedby={note?.id}
                    onChange={(event) => put([name], event.target.checked)}
                  />
                  <span>{name}</span>
                </label>
              )
            })}
          </div>
        </fieldset>
      ))}
    </Box>
  )
}

type FamilyProps = {
  family: string
  members: readonly string[]
  free: readonly string[]
  chosen: ReadonlySet<string>
  put: (names: readonly string[], on: boolean) => void
}

function FamilyBox({ family, members, free, chosen, put }: FamilyProps) {
  const count = members.filter((name) => chosen.has(name)).length
  const selectsAll = free.some((name) => !chosen.has(name))
  return (
    <label className="family">
      <input
        type="checkbox"
        aria-label={`${family}: select all`}
        checked={count === members.length}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < members.length
        }}
        disabled={free.length === 0}
        onChange={() => put(free, selectsAll)}
      />
      <strong>{family}</strong>
      <span className="count">
        {count} of {members.length}
      </span>
    </label>
  )
}

/** Four columns, or fewer if a column can't hold a name. */
const grid = {
  display: 'grid',
  gap: 1.5,
  '& fieldset': { m: 0, p: 0, border: 1, borderColor: 'divider', borderRadius: 1, minWidth: 0 },
  '& legend': {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
  },
  '& fieldset > div': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(max(25%, min(100%, 220px)), 1fr))',
    py: 0.5,
  },
  '& label': {
    display: 'flex',
    alignItems: 'center',
    gap: 1.25,
    minHeight: 44,
    px: 1.5,
    minWidth: 0,
    cursor: 'pointer',
    overflowWrap: 'anywhere',
  },
  '& label:has(:disabled)': { color: 'text.secondary', cursor: 'not-allowed' },
  '& label:has(:focus-visible)': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: -3 },
  '& input': { width: 20, height: 20, m: 0, flexShrink: 0, accentColor: 'var(--mui-palette-primary-main)' },
  '& .family': { bgcolor: 'grey.100', borderBottom: 1, borderColor: 'divider' },
  '& .count': { ml: 'auto', color: 'text.secondary', fontSize: 14 },
}
