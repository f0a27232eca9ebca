import Typography from '@mui/material/Typography'

export const Empty = ({ children }: { children: string }) => (
  <Typography role="status" sx={{ p: 4, textAlign: 'center', color: 'text.secondary' }}>
    {children}
  </Typography>
)

/** The empty text of a list: `ask` without a filter, otherwise that nothing matches. */
export const emptyText = (filters: Readonly<Record<string, string | undefined>>, ask: string) =>
  Object.values(filters).some(Boolean) ? noMatch : ask
export const noMatch = 'No data matches your current filters'
