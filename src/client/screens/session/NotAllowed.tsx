import { notAllowedMessage } from '#contract/problems'
import { BackLink } from '#app/navigation'
import { Card } from '#ui/Card'
import { Screen } from '#ui/Screen'

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
