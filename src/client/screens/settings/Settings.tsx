import { useSyncExternalStore } from 'react'
import { LinkButton } from '#routing/navigation'
import { chooseFirstLines, onFileSettings, withFirstLines } from '#transport/fileSettings'
import { Card } from '#ui/layout/Card'
import { Screen } from '#ui/layout/Screen'
import { Setting } from '#ui/form/Setting'

/** What this device does for whoever uses it; nothing here is sent anywhere. */
export default function Settings() {
  const firstLines = useSyncExternalStore(onFileSettings, withFirstLines)
  return (
    <Screen
      about="Chosen on this device, for this device."
      actions={
        <>
          <LinkButton to="offlineData">Offline data</LinkButton>
          <LinkButton to="changePassword">Change Password</LinkButton>
        </>
      }
    >
      <Card title="CSV files" narrow>
        <Setting
          label="Begin files with what they are"
          hint="Report, filter, number of rows and time stand above the columns. Leave it off for programs that expect the columns in line 1."
          on={firstLines}
          onChange={chooseFirstLines}
        />
      </Card>
    </Screen>
  )
}
