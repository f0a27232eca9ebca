import { LinkButton } from '#routing/navigation'
import { PlaceMovements } from './PlaceMovements'

export default function VaultMovements() {
  return (
    <PlaceMovements
      fixed={{ place: 'vault' }}
      note="Cash of the vault: what remittances, tills and the bank bring, less floats, slips of the bank and what is paid without a till."
      actions={<LinkButton to="cashPlaces">Cash Now</LinkButton>}
    />
  )
}
