import { today } from '#device/today'
import * as v from 'valibot'
import { calls } from '#contract/index'
import type { ReplyOf } from '#contract/call'
import { BasisPoints } from '#contract/values'
import { monthText } from '#domain/time/months'
import { AgentChooser } from '#forms/AgentChooser'
import { ChangeForm } from '#forms/ChangeForm'
import { comingMonths } from '#forms/monthOptions'
import { useSubmit } from '#api/changes/useSubmit'
import { useCall } from '#api/useCall'
import { BackLink, useGo } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { Screen } from '#ui/layout/Screen'

const { setAgentPayTerms } = calls.agentPay
const { from_month } = setAgentPayTerms.input.entries
const rate = v.pipe(
  v.union(
    [v.literal(''), BasisPoints],
    'A rate is a percentage from 0 to 100 with at most two decimals, such as 12.5.',
  ),
  v.metadata({ wire: 'percent' }),
)
const entries = {
  from_month,
  agent_id: v.string(),
  commission_rate: rate,
  savings_rate: rate,
  repayment_rate: rate,
}
const rates = [
  ['commission_rate', 'Of Commissions and Charges'],
  ['savings_rate', 'Of Savings Collected'],
  ['repayment_rate', 'Of Repayments Collected'],
] as const
type Rate = (typeof rates)[number][0]

/** Sets what agents get, of all or of one, from a month on. */
export default function PayTermsSet() {
  const agents = useCall(calls.agents.getAgentChoices, { choices: true })
  return (
    <Screen actions={<BackLink to="agentPayTerms">Back to commission rates</BackLink>}>
      <Ready query={agents}>{({ data }) => <TermsForm agents={data} />}</Ready>
    </Screen>
  )
}

type Agents = ReplyOf<typeof calls.agents.getAgentChoices>['data']
type Values = Record<keyof typeof entries, string>

/** All three are entered; none only for an agent, who has those of all again. */
const missing = (name: Rate) => (values: Values) =>
  values[name] !== '' || (values.agent_id !== '' && rates.every(([one]) => values[one] === ''))
    ? undefined
    : 'Enter a rate, 0 for none.'

const orNone = (entered: '' | BasisPoints) => (entered === '' ? null : entered)

function TermsForm({ agents }: { agents: Agents }) {
  const go = useGo()
  const submit = useSubmit(setAgentPayTerms)
  const fields = useFields(
    entries,
    { from_month: '', agent_id: '', commission_rate: '', savings_rate: '', repayment_rate: '' },
    {
      commission_rate: missing('commission_rate'),
      savings_rate: missing('savings_rate'),
      repayment_rate: missing('repayment_rate'),
    },
  )
  const send = () => {
    const body = fields.body()
    const agent = agents.find(({ id }) => String(id) === body.agent_id)
    submit.mutate(
      {
        from_month: body.from_month,
        agent_id: agent?.id ?? null,
        commission_rate: orNone(body.commission_rate),
        savings_rate: orNone(body.savings_rate),
        repayment_rate: orNone(body.repayment_rate),
      },
      {
        about: { name: `${agent?.name ?? 'All agents'}, from ${monthText(body.from_month)}` },
        onSuccess: () => go('agentPayTerms'),
      },
    )
  }
  return (
    <ChangeForm
      fields={fields}
      call={setAgentPayTerms}
      submit={submit}
      onSubmit={send}
      actionLabel="Set Rates"
    >
      <Field
        fields={fields}
        name="from_month"
        label="From"
        options={comingMonths(today())}
        hint="Earlier months keep their rates."
      />
      <AgentChooser fields={fields} agents={agents} hint="Leave it empty for all agents." />
      {rates.map(([name, label]) => (
        <Field
          key={name}
          fields={fields}
          name={name}
          label={label}
          hint="In percent, such as 10; 0 for none."
        />
      ))}
      <div>Without any rate, the agent chosen has those of all again.</div>
    </ChangeForm>
  )
}
