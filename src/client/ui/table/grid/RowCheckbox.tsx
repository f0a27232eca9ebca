import { GridRowCheckbox, type GridRowCheckboxProps, useGridApiContext } from '@mui/x-data-grid'

/** The grid's row checkbox, labelled with the row's first column. */
export function RowCheckbox(props: GridRowCheckboxProps) {
  const api = useGridApiContext()
  const head = api.current.getVisibleColumns()[1]
  const name = head ? String(api.current.getCellParams(props.rowId, head.field).formattedValue) : ''
  const htmlInput = { ...props.slotProps?.htmlInput, 'aria-label': `Select ${name}` }
  return <GridRowCheckbox {...props} slotProps={{ ...props.slotProps, htmlInput }} />
}
