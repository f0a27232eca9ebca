import { BankDirection, bankDirectionLabels } from '#contract/calls/tills'
import { calls } from '#contract/index'
import { formatNaira } from '#domain/money/kobo'
import { useSubmit } from '#api/changes/useSubmit'
import { Text } from '#contract/values'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { FileField } from '#forms/FileField'
import { BackLink, useGo } from '#routing/navigation'
import { Field } from '#ui/form/Field'
import { parseAmount } from '#ui/form/parseAmount'
import { useFields } from '#ui/form/useFields'
import { Screen } from '#ui/layout/Screen'
import { Fact } from '#ui/text/Facts'

const { recordBankMovement } = calls.tills
// The file can be left out.
const entries = { ...recordBankMovement.input.entries, slip: Text }
const directions = BankDirection.options.map((value) => ({ value, label: bankDirectionLabels[value] }))

/** Records a slip of the bank. */
export default function BankCreate() {
  const go = useGo()
  const submit = useSubmit(recordBankMovement)
  const fields = useFields(entries, { direction: '', amount: '', slip_number: '', slip: '', note: '' })
  const { direction, slip_number } = fields.values
  const amount = parseAmount(entries.amount, fields.values.amount)
  const chosen = directions.find(({ value }) => value === direction)
  const send = () => {
    const { slip, ...body } = fields.body()
    submit.mutate(
      { ...body, ...(slip !== '' && { slip: Number(slip) }) },
      { about: { name: `slip ${slip_number}` }, onSuccess: () => go('bankMovements') },
    )
  }
  return (
    <Screen actions={<BackLink to="bankMovements">Back to the bank</BackLink>}>
      <ConfirmedForm
        fields={fields}
        call={recordBankMovement}
        submit={submit}
        subject={{}}
        question={
          chosen &&
          amount && {
            title: `Record a ${chosen.value} of ${formatNaira(amount)}?`,
            text: `${chosen.label}. It moves at once.`,
            facts: <Fact label="Slip Number">{slip_number}</Fact>,
          }
        }
        onConfirm={send}
        actionLabel="Record Slip"
      >
        <Field fields={fields} name="direction" label="Direction" options={directions} />
        <Field fields={fields} name="amount" label="Amount" hint="In naira, such as 500,000.00" />
        <Field fields={fields} name="slip_number" label="Slip Number" hint="As the bank’s slip has it." />
        <FileField fields={fields} name="slip" label="Slip" />
        <Field fields={fields} name="note" label="Note" hint="Optional" multiline />
      </ConfirmedForm>
    </Screen>
  )
}
