import { calls } from '#contract/index'
import { ChangeSummary } from '#forms/ChangeSummary'
import { type CaseProps, DecisionScreen } from '#forms/DecisionScreen'
import { useRouteState } from '#routing/navigation'
import { DecidedCard } from '#ui/text/Decided'
import { Fact } from '#ui/text/Facts'

const { getSettingChangeCase, settingChangeDecision } = calls.settings

/** A change of a setting, and the decision form. */
export default function SettingChangeApproval() {
  const { setting_change_id } = useRouteState('settingChangeApproval')
  return <Case id={setting_change_id} />
}

export function Case({ id }: Pick<CaseProps, 'id'>) {
  return (
    <DecisionScreen
      id={id}
      read={getSettingChangeCase}
      call={settingChangeDecision}
      list="settingChanges"
      back="Back to changes of settings"
      about={({ reference }) => ({ name: `change ${reference}` })}
      words={(chosen, { setting, changes }) => ({
        action: `${chosen === 'reject' ? 'Reject' : 'Accept'} the change of ${setting}`,
        consequence:
          chosen === 'reject'
            ? 'The setting stays as it is. The comment is stored as the reason, and a change can be requested again.'
            : 'It holds from now on.',
        facts: <Fact label="Change">{changes}</Fact>,
      })}
      title={({ setting }) => `Change of ${setting}`}
      decided={(one) => one.status !== 'pending' && <DecidedCard decision={one} />}
      obstacle={({ obstacle }) => obstacle}
      against={({ against }) => against}
    >
      {(one) => (
        <ChangeSummary change={one}>
          <Fact label="Setting">{one.setting}</Fact>
          <Fact label="What It Does">{one.help}</Fact>
        </ChangeSummary>
      )}
    </DecisionScreen>
  )
}
