import { calls } from '#contract/index'
import { ChangeSummary } from '#forms/ChangeSummary'
import { DecisionScreen } from '#forms/DecisionScreen'
import { useRouteState } from '#routing/navigation'
import { CardGrid } from '#ui/layout/CardGrid'
import { DecidedCard } from '#ui/text/Decided'
import { Fact } from '#ui/text/Facts'

const { getSettingChangeCase, settingChangeDecision } = calls.settings

/** A change of a setting, and the decision form. */
export default function SettingChangeApproval() {
  const { setting_change_id } = useRouteState('settingChangeApproval')
  return (
    <DecisionScreen
      id={setting_change_id}
      read={getSettingChangeCase}
      call={settingChangeDecision}
      list="settingChanges"
      back="Back to changes of settings"
      about={({ reference }) => ({ name: `change ${reference}` })}
      words={(chosen, { setting, changes }) => ({
        action: `${chosen === 'reject' ? 'Reject' : 'Approve'} the change of ${setting}`,
        consequence:
          chosen === 'reject'
            ? 'The setting stays as it is. The comment is stored as the reason, and a change can be requested again.'
            : 'It holds from now on.',
        facts: <Fact label="Change">{changes}</Fact>,
      })}
      obstacle={({ obstacle }) => obstacle}
      against={({ against }) => against}
    >
      {(one, form) => (
        <CardGrid least={420}>
          <ChangeSummary change={one}>
            <Fact label="Setting">{one.setting}</Fact>
            <Fact label="What It Does">{one.help}</Fact>
          </ChangeSummary>
          {one.status === 'pending' ? form : <DecidedCard decision={one} />}
        </CardGrid>
      )}
    </DecisionScreen>
  )
}
