import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { FormEvent } from 'react'
import type { NewGuarantor } from '#contract/calls/loanApplications'
import { GuarantorFields, useGuarantorFields } from './GuarantorFields'

type Props = {
  phoneOfCustomer: string
  onAdd: (guarantor: NewGuarantor) => void
  onClose: () => void
}

/** Asks for one guarantor of an application. */
export function GuarantorDialog({ phoneOfCustomer, onAdd, onClose }: Props) {
  const fields = useGuarantorFields()
  const isPhone = useMediaQuery('(max-width: 599.95px)', { noSsr: true })
  const press = (event: FormEvent) => {
    event.preventDefault()
    // React passes events through dialogs to the form around them.
    event.stopPropagation()
    if (fields.checkAll()) onAdd(fields.body())
  }
  return (
    <Dialog open fullWidth maxWidth="sm" fullScreen={isPhone} aria-labelledby="guarantor-title">
      <Box component="form" noValidate ref={fields.formRef} onSubmit={press} sx={form}>
        <DialogTitle id="guarantor-title">Guarantor</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
          <GuarantorFields fields={fields} phoneOfCustomer={phoneOfCustomer} />
        </DialogContent>
        <DialogActions sx={{ p: 2, gap: 1 }}>
          <Button variant="outlined" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="contained" type="submit">
            Add Guarantor
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}

/** The dialog's own layout, so that only the fields scroll. */
const form = { display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 } as const
