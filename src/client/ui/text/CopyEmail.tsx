import Box from '@mui/material/Box'
import { toast } from '../feedback/toast'

/** An e-mail address that a press copies to the clipboard. */
export function CopyEmail({ email, message }: { email: string; message: string }) {
  const copy = () =>
    void Promise.resolve()
      .then(() => navigator.clipboard.writeText(email))
      .then(
        () => toast('success', message),
        () => toast('error', 'Failed to copy email'),
      )
  return (
    <Box component="button" type="button" title="Copy email" onClick={copy} sx={button}>
      {email}
    </Box>
  )
}

const button = {
  minHeight: 44,
  maxWidth: '100%',
  p: 0,
  border: 0,
  bgcolor: 'transparent',
  color: 'primary.main',
  font: 'inherit',
  textAlign: 'left',
  textDecoration: 'underline',
  textUnderlineOffset: 3,
  overflowWrap: 'anywhere',
  cursor: 'copy',
  '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: 2 },
}
