import { type GuarantorFile, guarantorFileNames, noGuarantor } from '#contract/calls/guarantors'
import { calls } from '#contract/index'
import { useSubmit } from '#api/changes/useSubmit'
import { useCall } from '#api/useCall'
import { ChangeForm } from '#forms/ChangeForm'
import { FileField } from '#forms/FileField'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { Empty } from '#ui/feedback/Empty'
import { Ready } from '#ui/feedback/Ready'
import { useFields } from '#ui/form/useFields'
import { Screen } from '#ui/layout/Screen'

const { addGuarantorFile } = calls.guarantors
const { upload } = addGuarantorFile.input.entries
const labels = { idcard: 'ID Card', utitity: 'Utility Bill' } as const
const files = Object.keys(labels) as GuarantorFile[]

/** Adds the files that a guarantor lacks. */
export default function GuarantorFileCreate() {
  const { user_id, guarantor_id } = useRouteState('guarantorFileCreate')
  const page = useCall(calls.customers.getCustomerPage, { customer_id: user_id })
  return (
    <Screen
      about="A file that is there can't be replaced."
      actions={
        <BackLink to="customerDetails" state={{ user_id }}>
          Back to customer
        </BackLink>
      }
    >
      <Ready query={page}>
        {({ data }) => {
          const one = data.guarantors?.find(({ id }) => id === guarantor_id)
          if (!one) return <Empty>{noGuarantor}</Empty>
          const missing = files.filter((file) => one[file] === null)
          if (missing.length === 0) return <Empty>{`Both files of ${one.name} are there`}</Empty>
          return missing.map((file) => (
            <FileForm key={file} file={file} guarantor={one} state={{ user_id }} />
          ))
        }}
      </Ready>
    </Screen>
  )
}

type Props = { file: GuarantorFile; guarantor: { id: number; name: string }; state: { user_id: number } }

function FileForm({ file, guarantor: { id, name }, state }: Props) {
  const go = useGo()
  const submit = useSubmit(addGuarantorFile)
  const fields = useFields({ upload }, { upload: '' })
  const send = () =>
    submit.mutate(
      { ...fields.body(), guarantor_id: id, file },
      {
        about: { name: `the ${guarantorFileNames[file]} of ${name}` },
        onSuccess: () => {
          fields.reset()
          go('customerDetails', state)
        },
      },
    )
  return (
    <ChangeForm
      title={`${labels[file]} of ${name}`}
      fields={fields}
      call={addGuarantorFile}
      submit={submit}
      onSubmit={send}
      actionLabel={`Add ${labels[file]}`}
    >
      <FileField fields={fields} name="upload" label={labels[file]} />
    </ChangeForm>
  )
}
