import FormHelperText from '@mui/material/FormHelperText'

/** What is wrong with entries that are no text field. */
export const Fault = ({ children }: { children: string }) => (
  <FormHelperText error role="alert" sx={{ m: 0, fontSize: 14 }}>
    {children}
  </FormHelperText>
)
