import { BackLink } from '#routing/navigation'
import { PlaceMovements } from './PlaceMovements'

export default function BankAccount() {
  return (
    <PlaceMovements
      fixed={{ place: 'bank' }}
      note="What the bank got and gave back, and what it held after each movement."
      actions={<BackLink to="bankMovements">Back to the bank</BackLink>}
    />
  )
}
