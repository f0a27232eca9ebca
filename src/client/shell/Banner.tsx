import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { tryNow } from '#transport/connection'
import { clockText } from '#domain/time/ageText'
import { useConnection } from '#api/useConnection'

/** Shown while the server can't be reached. */
export function Banner() {
  const { online, since, checking } = useConnection()
  return (
    <Box role="status" className="screen-only">
      {!online && (
        <Box sx={banner}>
          <Box sx={{ flex: 1 }}>
            {`You are offline. You are seeing data saved at ${clockText(since, Date.now())}. Approvals, credits, withdrawals and other changes need a connection.`}
          </Box>
          <Button size="small" variant="outlined" disabled={checking} onClick={() => void tryNow()}>
            {checking ? 'Trying…' : 'Try now'}
          </Button>
        </Box>
      )}
    </Box>
  )
}

const banner = {
  display: 'flex',
  gap: 1.5,
  alignItems: 'center',
  px: { xs: 2, sm: 3 },
  py: 1.25,
  bgcolor: 'warning.light',
  color: 'warning.main',
  fontWeight: 600,
  borderBottom: 1,
  borderColor: 'divider',
}
