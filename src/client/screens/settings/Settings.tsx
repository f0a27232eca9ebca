import { useSyncExternalStore } from 'react'
import { LinkButton } from '#app/navigation'
import { chooseFirstLines, onFileSettings, withFirstLines } from '#data/fileSettings'
import { Card } from '#ui/Card'
import { Screen } from '#ui/Screen'
import { Setting } from '#ui/Setting'

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
