import { BackLink, useRouteState } from '#routing/navigation'
import { PlaceMovements } from './PlaceMovements'

export default function TillMovements() {
  const { till_id, till } = useRouteState('tillMovements')
  return (
    <PlaceMovements
      fixed={{ place: 'till', till_id }}
      name={till}
      note="What went through this till, and what it held after each movement."
      actions={<BackLink to="tills">Back to tills</BackLink>}
    />
  )
}
