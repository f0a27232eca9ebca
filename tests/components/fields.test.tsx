import * as v from 'valibot'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Amount, Phone, requiredText } from '#contract/values'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { button, field, show } from './render'
import { sentences } from '../sentences'

const entries = {
  name: requiredText('Enter a name.'),
  phone: Phone,
  again: v.string(),
  password: v.string(),
  amount: Amount,
}
const first = { name: '', phone: '', again: '', password: '', amount: '' }
const onSubmit = vi.fn<(body: unknown) => void>()

/** A field of each kind. The phone number is entered twice, and the first entry must not begin with 1. */
function Form() {
  const fields = useFields(entries, first, {
    again: ({ phone, again }) => (again === phone ? undefined : 'Not the same number.'),
  })
  return (
    <form
      noValidate
      ref={fields.formRef}
      onSubmit={(event) => {
        event.preventDefault()
        if (fields.checkAll()) onSubmit(fields.body())
      }}
    >
      <Field fields={fields} name="name" label="Name" hint="As on the card" />
      <Field
        fields={fields}
        name="phone"
        label="Phone"
        hint="11 digits"
        warning={fields.values.phone.startsWith('1') ? 'An unusual number.' : undefined}
      />
      <Field fields={fields} name="again" label="Phone again" />
      <Field fields={fields} name="password" label="Password" type="password" />
      <Field fields={fields} name="amount" label="Amount" />
      <button type="submit">Send</button>
      <button type="button" onClick={fields.reset}>
        Reset
      </button>
      <output>{fields.dirty ? 'changed' : 'unchanged'}</output>
    </form>
  )
}

const phoneFault = sentences.phoneDigits
const text = (words: string) => page.getByText(words, { exact: true })
const expectFault = async (label: string, fault: string) => {
  await expect.element(field(label)).toHaveAccessibleDescription(fault)
  await expect.element(field(label)).toHaveAttribute('aria-invalid', 'true')
}
const expectNoFault = (label: string) => expect.element(field(label)).toHaveAttribute('aria-invalid', 'false')

describe('a field', () => {
  beforeEach(async () => {
    onSubmit.mockReset()
    await show(<Form />)
  })

  test('is checked when it is left, not while it is typed', async () => {
    await userEvent.type(field('Phone'), '0803')
    await expectNoFault('Phone')
    await expect.element(field('Phone')).toHaveAccessibleDescription('11 digits')
    await userEvent.tab()
    await expectFault('Phone', phoneFault)
    await expect.element(text('11 digits')).not.toBeInTheDocument()
  })

  test('that is empty is not checked when it is left', async () => {
    await field('Phone').click()
    await userEvent.tab()
    await expect.element(field('Phone again')).toHaveFocus()
    await expectNoFault('Phone')
  })

  test('loses its error with the letter that makes it valid', async () => {
    await field('Phone').fill('0803123456')
    await userEvent.tab()
    await expectFault('Phone', phoneFault)
    await userEvent.type(field('Phone'), '7')
    await expectNoFault('Phone')
    await expect.element(field('Phone')).toHaveAccessibleDescription('11 digits')
  })

  test('loses its error with a change of the other field that it is compared with', async () => {
    await field('Phone').fill('08031234567')
    await field('Phone again').fill('08031234568')
    await userEvent.tab()
    await expectFault('Phone again', 'Not the same number.')
    await field('Phone').fill('08031234568')
    await expectNoFault('Phone again')
  })

  test('shows a warning in place of its hint, and an error in place of both', async () => {
    await userEvent.type(field('Phone'), '1')
    await expect.element(field('Phone')).toHaveAccessibleDescription('An unusual number.')
    await expectNoFault('Phone')
    await userEvent.tab()
    await expectFault('Phone', phoneFault)
  })

  test('is not checked by a press on Submit, whose button an error would move away', async () => {
    await field('Phone').fill('0803')
    ;(button('Send').element() as HTMLElement).focus()
    await expect.element(button('Send')).toHaveFocus()
    await expectNoFault('Phone')
    await field('Phone').click()
    ;(button('Reset').element() as HTMLElement).focus()
    await expectFault('Phone', phoneFault)
  })

  test('shows a password only while Show is pressed', async () => {
    await field('Password').fill('secret')
    await expect.element(field('Password')).toHaveAttribute('type', 'password')
    await button('Show').click()
    await expect.element(field('Password')).toHaveAttribute('type', 'text')
    await expect.element(field('Password')).toHaveValue('secret')
    await expect.element(button('Hide')).toHaveAttribute('aria-pressed', 'true')
    await button('Hide').click()
    await expect.element(field('Password')).toHaveAttribute('type', 'password')
  })
})

describe('a form', () => {
  beforeEach(async () => {
    onSubmit.mockReset()
    await show(<Form />)
  })

  test('shows all errors at Submit, and moves the focus to the first', async () => {
    await field('Phone').fill('0803')
    await button('Send').click()
    await expectFault('Name', 'Enter a name.')
    await expectFault('Phone', phoneFault)
    await expectFault('Phone again', 'Not the same number.')
    await expect.element(field('Name')).toHaveFocus()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  test('gives its values in the shapes of the contract', async () => {
    await field('Name').fill('Ada Obi')
    await field('Phone').fill('08031234567')
    await field('Phone again').fill('08031234567')
    await field('Amount').fill('₦2,500.5')
    await button('Send').click()
    await expect.poll(() => onSubmit.mock.calls).toHaveLength(1)
    expect(onSubmit).toHaveBeenCalledWith(
      expect.objectContaining({ name: 'Ada Obi', phone: '08031234567', amount: 250_050 }),
    )
  })

  test('is changed while an entry differs from the first one', async () => {
    await expect.element(text('unchanged')).toBeVisible()
    await field('Name').fill('Ada')
    await expect.element(text('changed')).toBeVisible()
    await field('Name').fill('')
    await expect.element(text('unchanged')).toBeVisible()
    await field('Phone').fill('0803')
    await userEvent.tab()
    await button('Reset').click()
    await expect.element(text('unchanged')).toBeVisible()
    await expectNoFault('Phone')
    await expect.element(field('Phone')).toHaveValue('')
  })
})
