import Button from '@mui/material/Button'

/** The page as it is, without what stands around it (print.css). */
export const PrintButton = () => (
  <Button variant="outlined" onClick={() => print()}>
    Print
  </Button>
)
