import Button, { type ButtonProps } from '@mui/material/Button'

type Props = Omit<ButtonProps, 'children' | 'aria-label' | 'variant'> & {
  /** What the workbook has, after 'Excel' in the button's name. */
  subject?: string
}

/** Asks for the same rows as the button of the CSV beside it, as an .xlsx workbook. */
export const ExcelButton = ({ subject, ...rest }: Props) => (
  <Button
    variant="outlined"
    aria-label={subject ? `Excel of ${subject} (.xlsx)` : 'Export Excel (.xlsx)'}
    {...rest}
  >
    Excel
  </Button>
)
