import { notAllowedMessage } from '#contract/problems'
import { BackLink } from '#routing/navigation'
import { useRefusedPage } from '#routing/refusedPage'
import { Card } from '#ui/layout/Card'
import { Screen } from '#ui/layout/Screen'

export default function NotAllowed() {
  const refused = useRefusedPage()
  return (
    <Screen>
      <Card narrow>
        <p role="alert">{notAllowedMessage}</p>
        {refused && <p>{needOf(refused)}</p>}
        <p>Ask an administrator for the permission if your work needs this page.</p>
        <BackLink to="dashboard">Go to the dashboard</BackLink>
      </Card>
    </Screen>
  )
}

/** What opens the page: what to ask for. */
function needOf({ title, permissions }: NonNullable<ReturnType<typeof useRefusedPage>>): string {
  if (permissions.length === 0) return `${title} is for the superadmin alone.`
  return permissions.length === 1
    ? `${title} needs the permission ${permissions[0]}.`
    : `${title} needs one of the permissions ${permissions.join(', ')}.`
}
