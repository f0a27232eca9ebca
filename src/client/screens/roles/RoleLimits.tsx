import Box from '@mui/material/Box'
import * as v from 'valibot'
import { limitKinds, limitSteps, oneStepKinds, type RoleLimit } from '#contract/calls/limits'
import { calls } from '#contract/index'
import { Kobo } from '#contract/values'
import { limitKindTexts } from '#domain/limitTexts'
import { koboOf, nairaOf } from '#domain/money/kobo'
import { useSubmit } from '#api/changes/useSubmit'
import { useCall } from '#api/useCall'
import { ChangeForm } from '#forms/ChangeForm'
import { useGo, useRouteState } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { Screen } from '#ui/layout/Screen'
import { BackToRoles } from './BackToRoles'
import { useRoleBlockReason } from './useRole'

const { getRoleLimits, setRoleLimits } = calls.roles

/** Up to which amount the admins of a role decide, kind by kind. */
export default function RoleLimits() {
  const { role_id } = useRouteState('roleLimits')
  return (
    <Screen actions={<BackToRoles />}>
      <Ready query={useCall(getRoleLimits, { role_id })}>
        {({ data }) => (
          <LimitsForm key={JSON.stringify(data.limits)} role={data.role} id={role_id} limits={data.limits} />
        )}
      </Ready>
    </Screen>
  )
}

const places = limitKinds.flatMap((kind) =>
  limitSteps
    .filter((step) => step === 1 || !oneStepKinds.includes(kind))
    .map((step) => ({ kind, step, name: `${kind} ${step}` })),
)
/** Empty is no limit. */
const Entry = v.pipe(
  v.string(),
  v.check((text) => text.trim() === '' || amountIn(text) !== undefined, 'Enter an amount, or nothing.'),
)
function amountIn(text: string): Kobo | undefined {
  const amount = koboOf(text)
  return amount !== undefined && v.is(Kobo, amount) && amount >= 0 ? amount : undefined
}
const entries = Object.fromEntries(places.map(({ name }) => [name, Entry]))

type Props = { id: number; role: string; limits: readonly RoleLimit[] }

function LimitsForm({ id, role, limits }: Props) {
  const go = useGo()
  const submit = useSubmit(setRoleLimits)
  const start = places.map(({ kind, step, name }) => {
    const limit = limits.find((one) => one.kind === kind && one.step === step)
    return [name, limit ? nairaOf(limit.amount) : '']
  })
  const fields = useFields(entries, Object.fromEntries(start))
  const send = () =>
    submit.mutate(
      {
        role_id: id,
        limits: places.flatMap(({ kind, step, name }) => {
          const amount = amountIn(fields.values[name] ?? '')
          return amount === undefined ? [] : [{ kind, step, amount }]
        }),
      },
      { about: { name: role }, onSuccess: () => go('roles') },
    )
  return (
    <ChangeForm
      title={role}
      fields={fields}
      call={setRoleLimits}
      submit={submit}
      onSubmit={send}
      actionLabel="Set Limits"
      disabledReason={useRoleBlockReason(role)}
      wide
    >
      <div>
        Up to which amount admins of this role decide, in naira. Empty is no limit, 0 is not at all. First:
        alone, or the first of two approvals. Second: the second of two. Withdrawals and credits of one
        customer on one day count together.
      </div>
      <Box aria-hidden sx={{ ...line, display: { xs: 'none', sm: 'grid' }, fontWeight: 600, fontSize: 14 }}>
        <span />
        {limitSteps.map((step) => (
          <span key={step}>{stepLabels[step]}</span>
        ))}
      </Box>
      {limitKinds.map((kind) => (
        <Box key={kind} role="group" aria-label={titleOf(kind)} sx={{ ...line, ...labelledAbove }}>
          <Box sx={{ fontWeight: 600, pt: { sm: 1 } }}>{titleOf(kind)}</Box>
          {places
            .filter((place) => place.kind === kind)
            .map(({ name, step }) => (
              <Field key={name} fields={fields} name={name} label={stepLabels[step]} />
            ))}
        </Box>
      ))}
    </ChangeForm>
  )
}

const stepLabels = { 1: 'First, up to', 2: 'Second, up to' } as const
const line = {
  position: 'relative',
  display: 'grid',
  gap: 1,
  gridTemplateColumns: { xs: '1fr', sm: '220px 1fr 1fr' },
  alignItems: 'start',
} as const
/** Beside each other, the fields are named once, above their columns; each keeps its label for screen readers. */
const labelledAbove = {
  mt: { sm: -1 },
  '& label': {
    position: { sm: 'absolute' },
    width: { sm: '1px' },
    height: { sm: '1px' },
    overflow: { sm: 'hidden' },
    clipPath: { sm: 'inset(50%)' },
  },
} as const

function titleOf(kind: (typeof limitKinds)[number]) {
  const [, many] = limitKindTexts[kind]
  return many.charAt(0).toUpperCase() + many.slice(1)
}
