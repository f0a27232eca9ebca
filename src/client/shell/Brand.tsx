import Box from '@mui/material/Box'

/** The mark and, where there is room, the name; on the dark ground of the menu. */
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
