import Stack from '@mui/material/Stack'
import { type CashAgent, DifferenceType, differenceTypeLabels } from '#contract/calls/cash'
import type { Kobo } from '#contract/values'
import { calls } from '#contract/index'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { useCan } from '#auth/permissions'
import { formatNaira, negateKobo } from '#domain/money/kobo'
import { showDateTime } from '#domain/time/lagos'
import { useCall } from '#api/useCall'
import { useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Fact, Facts } from '#ui/text/Facts'
import { Field, type Option } from '#ui/form/Field'
import { Money } from '#ui/text/Money'
import { parseAmount } from '#ui/form/parseAmount'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { CashAgentChooser } from './CashAgentChooser'
import { HeldSince, Movements } from './CashFacts'

const { getAgentCash, getCashAgents, requestCashDifference } = calls.cash
const { entries } = requestCashDifference.input
const types: readonly Option[] = DifferenceType.options.map((value) => ({
  value,
  label: differenceTypeLabels[value],
}))

export default function DifferenceCreate() {
  const state = useRouteState('differenceCreate')
  const agents = useCall(getCashAgents, {})
  return (
    <Screen actions={<BackLink to="differences">Back to cash differences</BackLink>}>
      <Ready query={agents}>{({ data }) => <RequestForm agents={data} agentId={state?.agent_id} />}</Ready>
    </Screen>
  )
}

function RequestForm({ agents, agentId }: { agents: readonly CashAgent[]; agentId: number | undefined }) {
  const go = useGo()
  const can = useCan()
  const submit = useSubmit(requestCashDifference)
  const first = { agent_id: agentId ? String(agentId) : '', type: '', amount: '', reason: '' }
  const fields = useFields(entries, first)
  const agent = agents.find(({ id }) => String(id) === fields.values.agent_id)
  const seesCash = agent !== undefined && can(getAgentCash.access, 'read')
  const { enabled } = enabledUntilDone(submit)
  const cash = useCall(getAgentCash, { agent_id: agent?.id ?? 0 }, { enabled: enabled && seesCash })
  const one = seesCash ? cash.data?.data.find(({ id }) => id === agent.id) : undefined
  const amount = parseAmount(entries.amount, fields.values.amount)
  const send = () =>
    submit.mutate(fields.body(), { about: { name: agent?.name ?? '' }, onSuccess: () => go('differences') })
  return (
    <CardGrid least={340}>
      <ChangeForm
        title="Difference"
        fields={fields}
        call={requestCashDifference}
        submit={submit}
        onSubmit={send}
        actionLabel={amount ? `Request difference of ${formatNaira(amount)}` : 'Request Difference'}
        disabledReason={
          one?.open_difference
            ? `Difference ${one.open_difference} of this agent is not decided yet.`
            : undefined
        }
      >
        <CashAgentChooser fields={fields} agents={agents} />
        <Field fields={fields} name="type" label="Type" options={types} />
        <Field
          fields={fields}
          name="amount"
          label="Amount"
          hint="In naira, such as 500.00"
          warning={one && amount && excessOf(fields.values.type, amount, one.holds)}
        />
        <Field fields={fields} name="reason" label="Reason" multiline />
        <div>It takes two approvals by other admins before the agent’s account changes.</div>
      </ChangeForm>
      {seesCash && (
        <Ready query={cash}>
          {() =>
            one && (
              <Stack spacing={2}>
                <Card title="Cash of the agent">
                  <Facts>
                    <Fact label="Holds">
                      <Money amount={one.holds} />
                    </Fact>
                    <HeldSince since={one.held_since} />
                    <Fact label="Last Remittance">
                      {one.last_remittance ? showDateTime(one.last_remittance) : 'None yet'}
                    </Fact>
                    <Fact label="Open Difference">{one.open_difference ?? 'None'}</Fact>
                  </Facts>
                </Card>
                <Movements movements={one.movements} />
              </Stack>
            )
          }
        </Ready>
      )}
    </CardGrid>
  )
}

/** Why the server would refuse the amount. */
function excessOf(type: string, amount: Kobo, holds: Kobo): string | undefined {
  const most = type === 'surplus' ? negateKobo(holds) : holds
  if (type === '' || amount <= most) return undefined
  return type === 'surplus'
    ? `The agent handed in ${formatNaira(most > 0 ? most : (0 as Kobo))} too much.`
    : `The agent holds ${formatNaira(holds)}.`
}
