import CheckBox from '@mui/icons-material/CheckBox'
import CheckBoxOutlineBlank from '@mui/icons-material/CheckBoxOutlineBlank'
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined'
import Button from '@mui/material/Button'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'

type Props = {
  columns: readonly { field: string; header: string }[]
  hidden: readonly string[]
  hide: (fields: string[]) => void
}

/** Chooses the shown columns. The first column is always shown. */
export function ColumnChooser({ columns, hidden, hide }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const toggle = (field: string) =>
    hide(hidden.includes(field) ? hidden.filter((one) => one !== field) : [...hidden, field])
  return (
    <>
      <Button
        className="icon-tool"
        variant="outlined"
        aria-label="Columns"
        title="Columns"
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <ViewColumnOutlined fontSize="small" />
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {columns.slice(1).map(({ field, header }) => {
          const shown = !hidden.includes(field)
          return (
            <MenuItem key={field} role="menuitemcheckbox" aria-checked={shown} onClick={() => toggle(field)}>
              <Tick on={shown} />
              <ListItemText>{header}</ListItemText>
            </MenuItem>
          )
        })}
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
