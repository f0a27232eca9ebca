import FormHelperText from '@mui/material/FormHelperText'

/** An error of entries that are not text fields. */
export const Fault = ({ children }: { children: string }) => (
  <FormHelperText error role="alert" sx={{ m: 0, fontSize: 14 }}>
    {children}
  </FormHelperText>
)
