import Button from '@mui/material/Button'
import { useState } from 'react'
import type { NewGuarantor } from '#contract/calls/loanApplications'
import { maxGuarantors } from '#contract/calls/loanTypes'
import { Empty } from '#ui/feedback/Empty'
import { type CardColumn, CardTable } from '#ui/table/cards/CardTable'
import { GuarantorDialog } from './GuarantorDialog'

type Props = {
  guarantors: readonly NewGuarantor[]
  phoneOfCustomer: string
  onChange: (guarantors: NewGuarantor[]) => void
}

/** The guarantors of an application, entered one by one. */
export function NewGuarantors({ guarantors, phoneOfCustomer, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const remove: CardColumn<NewGuarantor> = {
    header: 'Actions',
    cell: (one) => (
      <Button
        size="small"
        aria-label={`Remove ${nameOf(one)}`}
        onClick={() => onChange(guarantors.filter((other) => other !== one))}
      >
        Remove
      </Button>
    ),
  }
  return (
    <>
      {guarantors.length === 0 ? (
        <Empty>No guarantor yet</Empty>
      ) : (
        <CardTable
          label="Guarantors"
          columns={[...columns, remove]}
          rows={guarantors}
          keyOf={({ idcard }) => idcard}
        />
      )}
      {guarantors.length < maxGuarantors && (
        <Button variant="outlined" sx={{ justifySelf: 'start' }} onClick={() => setIsOpen(true)}>
          Add Guarantor
        </Button>
      )}
      {isOpen && (
        <GuarantorDialog
          phoneOfCustomer={phoneOfCustomer}
          onClose={() => setIsOpen(false)}
          onAdd={(guarantor) => {
            setIsOpen(false)
            onChange([...guarantors, guarantor])
          }}
        />
      )}
    </>
  )
}

const nameOf = ({ first_name, last_name }: NewGuarantor) => `${first_name} ${last_name}`

const columns: readonly CardColumn<NewGuarantor>[] = [
  { header: 'Guarantor', cell: nameOf },
  { header: 'Phone', cell: ({ phone }) => phone },
  { header: 'Address', cell: ({ address }) => address },
  { header: 'Files', cell: () => 'ID card, utility bill' },
]
