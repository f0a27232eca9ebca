import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useSubmit } from '#api/changes/useSubmit'
import { calls } from '#contract/index'
import { ChangeForm } from '#forms/ChangeForm'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { button, field, show } from './render'
import { replyWith } from './replies'

const call = calls.tills.openTill

/** A form in whose place something else comes once it is sent. */
function Opening() {
  const submit = useSubmit(call)
  const fields = useFields(call.input.entries, { till_id: '3', counted: '' })
  return (
    <>
      <h1 tabIndex={-1}>My Till</h1>
      {submit.isSuccess ? (
        <p>Open now</p>
      ) : (
        <ChangeForm
          fields={fields}
          call={call}
          submit={submit}
          onSubmit={() => submit.mutate(fields.body())}
          actionLabel="Open Till"
        >
          <Field fields={fields} name="counted" label="Float" />
        </ChangeForm>
      )}
    </>
  )
}

/** Later than a frame, in which a browser takes the focus from a disabled button. */
const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

test('a refused change leaves the focus on its button, a done one on the heading', async () => {
  let isRefused = true
  replyWith(() =>
    isRefused
      ? { status: '400', message: 'Another till is open.' }
      : { status: '200', message: 'Opened', data: { reference: 'TS-1' } },
  )
  const answer = globalThis.fetch
  let held = Promise.resolve()
  globalThis.fetch = async (...request) => {
    await held
    return answer(...request)
  }
  await show(<Opening />, call)
  await field('Float').fill('500')
  const press = button('Open Till')
  const send = async () => {
    let letGo = () => {}
    held = new Promise((resolve) => {
      letGo = resolve
    })
    await press.click()
    await expect.element(button('Please wait…')).toBeDisabled()
    await frames()
    letGo()
  }
  await send()
  await expect.element(press).toBeEnabled()
  await expect.element(press).toHaveFocus()
  isRefused = false
  await send()
  await expect.element(page.getByText('Open now')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'My Till' })).toHaveFocus()
})
