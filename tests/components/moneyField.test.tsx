import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { calls } from '#contract/index'
import { Amount, type Kobo } from '#contract/values'
import { CashForm } from '#forms/CashForm'
import { AmountSteps } from '#ui/form/AmountSteps'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { button, field, show } from './render'
import { replyWith } from './replies'

function AmountField({ readOnly = false }) {
  const fields = useFields({ amount: Amount }, { amount: '500' })
  return (
    <form ref={fields.formRef}>
      <Field fields={fields} name="amount" label="Amount" hint="In naira" readOnly={readOnly} />
      <button type="button">Next</button>
    </form>
  )
}

/** As a browser pastes or drops text: the event comes before the field changes. */
function give(kind: 'paste' | 'drop', text: string) {
  const data = new DataTransfer()
  data.setData('text/plain', text)
  const options = { bubbles: true, cancelable: true }
  const event =
    kind === 'paste'
      ? new ClipboardEvent(kind, { ...options, clipboardData: data })
      : new DragEvent(kind, { ...options, dataTransfer: data })
  field('Amount').element().dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
}

describe('a field of an amount', () => {
  test('has the keyboard of numbers, and no suggestions of the browser', async () => {
    await show(<AmountField />)
    await expect.element(field('Amount')).toHaveAttribute('inputmode', 'decimal')
    await expect.element(field('Amount')).toHaveAttribute('autocomplete', 'off')
  })

  test.for([
    ['1.000,50', 'Write kobo after a point, such as 1,000.50.'],
    ['=2500', 'Write the amount itself, not a formula.'],
    ['2.505', 'An amount has two decimals at most.'],
  ] as const)('says what is wrong with %s', async ([text, reason]) => {
    await show(<AmountField />)
    await field('Amount').fill(text)
    await button('Next').click()
    await expect.element(field('Amount')).toHaveAccessibleDescription(new RegExp(`${reason}$`))
    await expect.element(field('Amount')).toHaveAttribute('aria-invalid', 'true')
  })

  test.for(['paste', 'drop'] as const)('becomes the whole text of a %s', async (kind) => {
    await show(<AmountField />)
    await field('Amount').click()
    give(kind, '2,500\n600')
    await expect.element(field('Amount')).toHaveValue('2,500 600')
    await button('Next').click()
    await expect.element(field('Amount')).toHaveAttribute('aria-invalid', 'true')
    give(kind, ' ₦2,500.00\n')
    await expect.element(field('Amount')).toHaveValue('₦2,500.00')
    await expect.element(field('Amount')).toHaveAttribute('aria-invalid', 'false')
  })

  test('groups its digits when it is left, and says a large amount in words', async () => {
    await show(<AmountField />)
    await button('Next').click()
    await expect.element(field('Amount')).toHaveValue('500')
    await field('Amount').fill('1500000')
    await expect
      .element(field('Amount'))
      .toHaveAccessibleDescription('In naira One million five hundred thousand naira')
    await button('Next').click()
    await expect.element(field('Amount')).toHaveValue('1,500,000')
    await field('Amount').fill('2500.5')
    await button('Next').click()
    await expect.element(field('Amount')).toHaveValue('2,500.50')
    await expect.element(field('Amount')).toHaveAccessibleDescription('In naira')
  })

  test('that is read-only takes nothing that is pasted', async () => {
    await show(<AmountField readOnly />)
    give('paste', '2,500')
    await button('Next').click()
    await expect.element(field('Amount')).toHaveValue('500')
  })
})

const { creditUser } = calls.customers
const kobo = (amount: number) => amount as Kobo

const Credit = ({ takenFrom }: { takenFrom?: 'Owed' }) => (
  <CashForm
    call={creditUser}
    schema={creditUser.input.entries.amount}
    title="Credit"
    verb="Credit"
    actionLabel="Credit Customer"
    subject={{ customer_id: 7 }}
    name="Ada Obi"
    balance={kobo(500_000)}
    {...(takenFrom && { takenFrom })}
    suggestions={[{ label: 'All', amount: kobo(500_000) }]}
    question="Credit Ada Obi?"
    consequence="goes into the wallet."
    facts={null}
    resultOf={({ data }) => data && { reference: data.data.reference, balance: data.data.main_balance }}
  />
)
const dialog = page.getByRole('dialog')

describe('a form of cash', () => {
  test('names the amount on its button, and the balance that it makes', async () => {
    await show(<Credit />, creditUser)
    await expect.element(button('Credit Customer')).toBeVisible()
    await field('Amount').fill('1,250.50')
    await expect.element(button('Credit ₦1,250.50')).toBeVisible()
    await expect.element(page.getByText('₦6,250.50')).toBeVisible()
    await button('All ₦5,000.00').click()
    await expect.element(button('Credit ₦5,000.00')).toBeVisible()
    await expect.element(page.getByText('₦10,000.00')).toBeVisible()
  })

  test('refuses more than is owed', async () => {
    await show(<Credit takenFrom="Owed" />, creditUser)
    await field('Amount').fill('5,000.01')
    await button('Credit Customer').click()
    await expect.element(field('Amount')).toHaveAccessibleDescription('Only ₦5,000.00 is owed.')
    await expect.element(dialog).not.toBeInTheDocument()
    await field('Amount').fill('5,000')
    await button('Credit ₦5,000.00').click()
    await expect.element(dialog).toHaveAccessibleName('Credit Ada Obi?')
  })

  test('asks before it sends the amount, once, and is empty afterwards', async () => {
    const sent = replyWith(() => ({
      status: '200',
      message: 'Done',
      data: { reference: 'CR-1', main_balance: '7500.00' },
    }))
    await show(<Credit />, creditUser)
    await field('Amount').fill('2500')
    await button('Credit ₦2,500.00').click()
    await expect.element(dialog).toHaveAccessibleDescription('₦2,500.00 goes into the wallet.')
    expect(sent).toEqual([])
    await dialog.getByRole('button', { name: 'Credit ₦2,500.00' }).click()
    await expect.element(page.getByText('Reference CR-1. New balance: ₦7,500.00.')).toBeVisible()
    expect(sent).toHaveLength(1)
    await expect.element(field('Amount')).toHaveValue('')
  })
})

function Steps() {
  const [amount, setAmount] = useState(kobo(2000))
  return (
    <AmountSteps
      label="Minimum"
      amount={amount}
      less={amount > 1000 ? kobo(amount - 1000) : undefined}
      more={amount < 3000 ? kobo(amount + 1000) : undefined}
      onChange={setAmount}
    />
  )
}

test('an amount in steps stops at both ends', async () => {
  await show(<Steps />)
  const amount = page.getByRole('status')
  await expect.element(amount).toHaveTextContent('₦20.00')
  await button('A step less').click()
  await expect.element(amount).toHaveTextContent('₦10.00')
  await expect.element(button('A step less')).toBeDisabled()
  await button('A step more').click()
  await button('A step more').click()
  await expect.element(amount).toHaveTextContent('₦30.00')
  await expect.element(button('A step more')).toBeDisabled()
  await expect.element(button('A step less')).toBeEnabled()
})
