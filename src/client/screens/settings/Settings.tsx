import { useSyncExternalStore } from 'react'
import { useFirstStepsShown } from '#auth/useFirstStepsShown'
import { LinkButton } from '#routing/navigation'
import { chooseFirstLines, onFileSettings, withFirstLines } from '#transport/fileSettings'
import { Card } from '#ui/layout/Card'
import { Screen } from '#ui/layout/Screen'
import { Setting } from '#ui/form/Setting'

/** Settings of this device; they are never sent to the server. */
export default function Settings() {
  const firstLines = useSyncExternalStore(onFileSettings, withFirstLines)
  const [showsSteps, showSteps] = useFirstStepsShown()
  return (
    <Screen
      about="These settings apply to this device only."
      actions={
        <>
          <LinkButton to="offlineData">Offline data</LinkButton>
          <LinkButton to="changePassword">Change Password</LinkButton>
        </>
      }
    >
      <Card title="CSV files" narrow>
        <Setting
          label="Start files with a description"
          hint="Adds report, filter, number of rows and time above the columns. Leave it off for programs that expect the columns in line 1."
          on={firstLines}
          onChange={chooseFirstLines}
        />
      </Card>
      <Card title="Dashboard" narrow>
        <Setting
          label="Show the first steps"
          hint="What a new business does first, until all of it is done. For you alone, on this device."
          on={showsSteps}
          onChange={showSteps}
        />
      </Card>
    </Screen>
  )
}
