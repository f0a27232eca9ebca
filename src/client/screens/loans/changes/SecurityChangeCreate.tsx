import { calls } from '#contract/index'
import type { LoanAccount } from '#contract/calls/loanAccounts'
import { formatNaira, kobo, subtractKobo } from '#domain/money/kobo'
import { setOff } from '#domain/money/security'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { useGo, useStep } from '#routing/navigation'
import { useSubmit } from '#api/changes/useSubmit'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { BalanceChange } from '#ui/text/BalanceChange'
import { Fact } from '#ui/text/Facts'
import { closedReason, LoanChangeScreen } from './LoanChangeScreen'

const { requestSetOff, requestRelease } = calls.loanChanges
const { reason } = requestSetOff.input.entries

/** Requests that what secures a loan pays it, or that it secures it no longer. */
export default function SecurityChangeCreate() {
  const [step, { loan_id }] = useStep('setOffCreate', 'releaseCreate')
  return (
    <LoanChangeScreen loanId={loan_id}>
      {(loan) => <RequestForm loan={loan} releases={step === 1} />}
    </LoanChangeScreen>
  )
}

function RequestForm({ loan, releases }: { loan: LoanAccount; releases: boolean }) {
  const go = useGo()
  const call = releases ? requestRelease : requestSetOff
  const submit = useSubmit(call)
  const fields = useFields({ reason }, { reason: '' })
  const { id: loan_id, balance: owed, reference, customer, security } = loan
  const held = security?.held ?? kobo(0)
  const { paid, released } = setOff(held, owed)
  const what = releases ? `release of ${formatNaira(held)}` : `set-off of ${formatNaira(paid)}`
  const send = () =>
    submit.mutate(
      { ...fields.body(), loan_id, amount: owed, security: held },
      {
        about: { name: `loan ${reference} of ${customer}`, amount: releases ? held : paid },
        onSuccess: () => go('loanAccount', { loan_id }),
      },
    )
  const facts = (
    <>
      <Fact label="Customer">{customer}</Fact>
      <Fact label="Savings Wallet">{security?.reference}</Fact>
      <Fact label="Secures The Loan">{formatNaira(held)}</Fact>
      {!releases && <BalanceChange label="Owed" before={owed} after={subtractKobo(owed, paid)} />}
      {!releases && released > 0 && <Fact label="Free Again">{formatNaira(released)}</Fact>}
    </>
  )
  return (
    <ConfirmedForm
      title={releases ? 'Release of security' : 'Set-off'}
      fields={fields}
      call={call}
      submit={submit}
      subject={{ loan_id }}
      question={{
        title: `Request the ${what}?`,
        text: 'It takes two approvals by other admins. Until then the savings stay held.',
        facts,
      }}
      onConfirm={send}
      actionLabel={`Request ${what}`}
      disabledReason={
        closedReason(loan) ?? (held > 0 ? undefined : 'No savings secure this loan any longer.')
      }
    >
      <Field
        fields={fields}
        name="reason"
        label="Reason"
        hint={releases ? 'Why the loan needs no security' : 'Why the savings repay the loan'}
        multiline
      />
      <div>
        {releases
          ? 'The savings are free for the customer, and the loan goes on without security.'
          : 'What is held pays what is owed, penalties first, from the wallet at once. What is left of it is free.'}
      </div>
    </ConfirmedForm>
  )
}
