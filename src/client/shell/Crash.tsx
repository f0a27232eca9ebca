import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'

/** The error screen for unexpected errors. */
export function Crash() {
  return (
    <Box
      component="main"
      role="alert"
      sx={{ minHeight: '60dvh', display: 'grid', placeContent: 'center', gap: 2, p: 3, textAlign: 'center' }}
    >
      <Typography variant="h1">Unexpected Application Error!</Typography>
      <Typography color="text.secondary">Open the page again. Saved data is still there.</Typography>
      <Button variant="contained" onClick={() => location.reload()}>
        Open again
      </Button>
    </Box>
  )
}
