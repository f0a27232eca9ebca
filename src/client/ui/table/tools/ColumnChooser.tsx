import CheckBox from '@mui/icons-material/CheckBox'
import CheckBoxOutlineBlank from '@mui/icons-material/CheckBoxOutlineBlank'
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { Column } from '#contract/call'
import { pluralize } from '#domain/money/figures'
import { subjectIn } from '../grid/columnLayout'
import type { Density } from '../tableSettings'

type Props<R> = {
  columns: readonly Column<R>[]
  /** The columns that the table shows. */
  inSight: readonly Column<R>[]
  /** The columns were chosen. */
  isChosen: boolean
  /** Without fields: the columns of the list. */
  hide: (fields?: string[]) => void
  /** Of the rows of a table; cards have none. */
  density: Density | undefined
  setDensity: (density: Density) => void
}

/**
 * Chooses the shown columns and the height of the rows, and says how many other columns there are. The one that says who a row is
 * about is always shown.
 */
export function ColumnChooser<R>({ columns, inSight, isChosen, hide, density, setDensity }: Props<R>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const others = columns.filter((one) => !inSight.includes(one))
  const toggle = (column: Column<R>) =>
    hide(
      (inSight.includes(column) ? [...others, column] : others.filter((one) => one !== column)).map(
        ({ field }) => field,
      ),
    )
  const subject = subjectIn(columns)
  const text = `+${pluralize(others.length, 'column')}`
  return (
    <>
      <Button
        className={others.length > 0 ? 'column-tool' : 'icon-tool'}
        variant="outlined"
        aria-label={others.length > 0 ? `Columns: ${text}` : 'Columns'}
        title={others.map(({ header }) => header).join(', ') || 'Columns'}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <ViewColumnOutlined fontSize="small" />
        {others.length > 0 && <span>{text}</span>}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {isChosen && <MenuItem onClick={() => hide()}>As many as fit</MenuItem>}
        {columns
          .filter((one) => one !== subject)
          .map((column) => (
            <CheckItem key={column.field} isOn={inSight.includes(column)} onClick={() => toggle(column)}>
              {column.header}
            </CheckItem>
          ))}
        {density && <Divider />}
        {density && (
          <CheckItem
            isOn={density === 'compact'}
            onClick={() => setDensity(density === 'compact' ? 'comfortable' : 'compact')}
          >
            Dense rows
          </CheckItem>
        )}
      </Menu>
    </>
  )
}

type CheckItemProps = { isOn: boolean; onClick: () => void; children: string }

const CheckItem = ({ isOn, onClick, children, ...ofMenu }: CheckItemProps) => (
  <MenuItem {...ofMenu} role="menuitemcheckbox" aria-checked={isOn} onClick={onClick}>
    {/* Decorative: the item says its state itself. */}
    <ListItemIcon sx={{ color: isOn ? 'primary.main' : 'text.secondary' }}>
      {isOn ? <CheckBox /> : <CheckBoxOutlineBlank />}
    </ListItemIcon>
    <ListItemText>{children}</ListItemText>
  </MenuItem>
)
