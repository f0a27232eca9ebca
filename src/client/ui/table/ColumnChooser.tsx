import CheckBox from '@mui/icons-material/CheckBox'
import CheckBoxOutlineBlank from '@mui/icons-material/CheckBoxOutlineBlank'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { TableSettings } from './tableSettings'

type Props = {
  columns: readonly { field: string; header: string }[]
  settings: TableSettings
  change: (part: Partial<TableSettings>) => void
}

/** Chooses the shown columns and the row density. The first column is always shown. */
export function ColumnChooser({ columns, settings, change }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const toggle = (field: string) =>
    change({
      hidden: settings.hidden.includes(field)
        ? settings.hidden.filter((one) => one !== field)
        : [...settings.hidden, field],
    })
  const compact = settings.density === 'compact'
  return (
    <>
      <Button variant="outlined" aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        Columns
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {columns.slice(1).map(({ field, header }) => {
          const shown = !settings.hidden.includes(field)
          return (
            <MenuItem key={field} role="menuitemcheckbox" aria-checked={shown} onClick={() => toggle(field)}>
              <Tick on={shown} />
              <ListItemText>{header}</ListItemText>
            </MenuItem>
          )
        })}
        <Divider />
        <MenuItem
          role="menuitemcheckbox"
          aria-checked={compact}
          onClick={() => change({ density: compact ? 'comfortable' : 'compact' })}
        >
          <Tick on={compact} />
          <ListItemText>Dense rows</ListItemText>
        </MenuItem>
      </Menu>
    </>
  )
}

/** Decorative: the menu item has its own checked state. */
const Tick = ({ on }: { on: boolean }) => (
  <ListItemIcon sx={{ color: on ? 'primary.main' : 'text.secondary' }}>
    {on ? <CheckBox /> : <CheckBoxOutlineBlank />}
  </ListItemIcon>
)
