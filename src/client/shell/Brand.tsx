import Box from '@mui/material/Box'

/** The logo and, if there is space, the name, on the menu's dark background. */
export const Brand = ({ named = true }: { named?: boolean }) => (
  <Box
    sx={{
      display: 'flex',
      gap: 1.25,
      alignItems: 'center',
      px: 1.25,
      fontWeight: 700,
      fontSize: 19,
      color: '#fff',
    }}
  >
    <img src="/icons/mark.svg" alt="" width="30" height="30" />
    {named && 'Alajo'}
  </Box>
)
