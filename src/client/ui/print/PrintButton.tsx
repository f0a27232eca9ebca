import Button from '@mui/material/Button'

/** Prints the page, without sidebar and buttons (print.css). */
export const PrintButton = () => (
  <Button variant="outlined" onClick={() => print()}>
    Print
  </Button>
)
