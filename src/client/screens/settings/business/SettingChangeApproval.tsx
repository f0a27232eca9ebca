import type { SettingChangeCase } from '#contract/calls/settings'
import { calls } from '#contract/index'
import { type CaseProps, DecisionScreen } from '#forms/DecisionScreen'
import { useRouteState } from '#routing/navigation'
import { showDateTime } from '#domain/time/lagos'
import { Card } from '#ui/layout/Card'
import { DecidedCard } from '#ui/text/Decided'
import { Fact, Facts } from '#ui/text/Facts'

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
      {(one) => <Summary change={one} />}
    </DecisionScreen>
  )
}

type Props = { change: SettingChangeCase }

const Summary = ({ change }: Props) => (
  <Card title="What you decide">
    <Facts>
      <Fact label="Reference">{change.reference}</Fact>
      <Fact label="Setting">{change.setting}</Fact>
      <Fact label="What It Does">{change.help}</Fact>
      <Fact label="Change">{change.changes}</Fact>
      <Fact label="Reason">{change.reason}</Fact>
      <Fact label="Requested By">{`${change.requested_by_name}, ${showDateTime(change.created_at)}`}</Fact>
    </Facts>
  </Card>
)
