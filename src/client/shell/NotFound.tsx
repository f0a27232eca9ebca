import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect } from 'react'
import { logOut } from '#auth/session'

/** Its button logs out. */
export default function NotFound() {
  useEffect(() => {
    document.title = '404 Page Not Found · Alajo'
  }, [])
  return (
    <Box
      component="main"
      sx={{ minHeight: '100dvh', display: 'grid', placeContent: 'center', gap: 2, p: 3, textAlign: 'center' }}
    >
      <Typography variant="h1">404 Page Not Found</Typography>
      <Typography color="text.secondary">There is nothing at this address.</Typography>
      <Button variant="contained" onClick={() => void logOut()}>
        Go Back To Home
      </Button>
      <Typography variant="body2" color="text.secondary">
        You will be signed out.
      </Typography>
    </Box>
  )
}
