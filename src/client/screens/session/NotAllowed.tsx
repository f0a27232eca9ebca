import { notAllowedMessage } from '#contract/problems'
import { BackLink } from '#routing/navigation'
import { Card } from '#ui/layout/Card'
import { Screen } from '#ui/layout/Screen'

export default function NotAllowed() {
  return (
    <Screen>
      <Card narrow>
        <p role="alert">{notAllowedMessage}</p>
        <p>Ask an administrator for the permission if your work needs this page.</p>
        <BackLink to="dashboard">Go to the dashboard</BackLink>
      </Card>
    </Screen>
  )
}
