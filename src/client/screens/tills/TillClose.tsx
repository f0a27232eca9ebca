import { BackLink, useRouteState } from '#routing/navigation'
import { Screen } from '#ui/layout/Screen'
import { CloseForm } from './CloseForm'

/** Closes the till of another admin, who is away. */
export default function TillClose() {
  const { till_session_id, till } = useRouteState('tillClose')
  return (
    <Screen actions={<BackLink to="tills">Back to tills</BackLink>}>
      <CloseForm key={till_session_id} sessionId={till_session_id} till={till} />
    </Screen>
  )
}
