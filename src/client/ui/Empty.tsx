import Typography from '@mui/material/Typography'

export const Empty = ({ children }: { children: string }) => (
  <Typography role="status" sx={{ p: 4, textAlign: 'center', color: 'text.secondary' }}>
    {children}
  </Typography>
)
