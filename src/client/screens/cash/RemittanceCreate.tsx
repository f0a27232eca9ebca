import type { CashAgent } from '#contract/calls/cash'
import { calls } from '#contract/index'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { BackLink, useRouteState } from '#routing/navigation'
import { SecondCount, useSecondCount } from '#forms/SecondCount'
import { useCall } from '#api/useCall'
import { useSubmit } from '#api/changes/useSubmit'
import { parseAmount } from '#ui/form/parseAmount'
import { Fact } from '#ui/text/Facts'
import { Field } from '#ui/form/Field'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { CashAgentChooser } from './CashAgentChooser'
import { RemittanceReceipt } from './RemittanceReceipt'

const { getCashAgents, recordRemittance } = calls.cash
const { counted_again: _again, ...entries } = recordRemittance.input.entries

/** Records counted cash. What was expected is shown after the count only (rules.md, "Blind count"). */
export default function RemittanceCreate() {
  const state = useRouteState('remittanceCreate')
  const agents = useCall(getCashAgents, {})
  return (
    <Screen actions={<BackLink to="remittances">Back to remittances</BackLink>}>
      <Ready query={agents}>{({ data }) => <RecordForm agents={data} agentId={state?.agent_id} />}</Ready>
    </Screen>
  )
}

function RecordForm({ agents, agentId }: { agents: readonly CashAgent[]; agentId: number | undefined }) {
  const submit = useSubmit(recordRemittance)
  const fields = useFields(entries, { agent_id: agentId ? String(agentId) : '', counted: '', note: '' })
  const counted = parseAmount(entries.counted, fields.values.counted)
  const agent = agents.find(({ id }) => String(id) === fields.values.agent_id)
  const again = useSecondCount(counted)
  const send = () =>
    submit.mutate({ ...fields.body(), counted_again: counted }, { about: { name: agent?.name ?? '' } })
  const question = counted &&
    agent && {
      title: `Record what ${agent.name} hands in?`,
      text: 'The cash is taken over from the agent at once. The count can’t be changed afterwards.',
      facts: <Fact label="Agent">{`${agent.name}, ${agent.phone_number}`}</Fact>,
      input: {
        check: again.checkAll,
        field: (onEnter: () => void) => <SecondCount fields={again} onEnter={onEnter} />,
      },
    }
  if (submit.data && agent)
    return (
      <RemittanceReceipt
        remittance={submit.data.data}
        agentId={agent.id}
        onNext={() => {
          fields.reset()
          submit.reset()
        }}
      />
    )
  return (
    <ConfirmedForm
      title="Counted cash"
      fields={fields}
      call={recordRemittance}
      submit={submit}
      subject={{ agent_id: agent?.id ?? 0 }}
      question={question}
      onConfirm={send}
      actionLabel="Record Remittance"
    >
      <div>
        Count the cash first. What the agent should hand in is not shown before it is counted twice and
        recorded.
      </div>
      <CashAgentChooser fields={fields} agents={agents} />
      <Field fields={fields} name="counted" label="Counted" hint="In naira, such as 25,000.00" />
      <Field fields={fields} name="note" label="Note" hint="Optional" multiline />
    </ConfirmedForm>
  )
}
