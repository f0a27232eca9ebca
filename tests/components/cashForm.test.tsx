import { expect, test } from 'vitest'
import { calls } from '#contract/index'
import { CashForm } from '#forms/CashForm'
import { addDays, showDate } from '#domain/time/lagos'
import { kobo } from '#domain/money/kobo'
import { today } from '#device/today'
import { button, field, show } from './render'

const call = calls.savings.recordDeposit

const Deposit = ({ closedDays }: { closedDays: readonly string[] }) => (
  <CashForm
    call={call}
    schema={call.input.entries.amount}
    title="Deposit"
    verb="Deposit"
    actionLabel="Deposit"
    subject={{ savings_id: 1 }}
    name="Bisi Ade"
    balance={kobo(0)}
    question="Deposit for Bisi Ade?"
    consequence="that was paid in goes into the savings wallet."
    facts={null}
    earlierDay="It counts on that day."
    closedDays={closedDays}
    resultOf={() => undefined}
  />
)

test('cash of a closed day says so before it is sent', async () => {
  const yesterday = addDays(today(), -1)
  await show(<Deposit closedDays={[yesterday]} />, call)
  await expect.element(button('Deposit')).toBeEnabled()
  await field('Collected on').selectOptions(yesterday)
  await expect.element(button('Deposit')).toBeDisabled()
  await expect
    .element(button('Deposit'))
    .toHaveAccessibleDescription(new RegExp(`${showDate(yesterday)} is closed`))
  await field('Collected on').selectOptions(addDays(today(), -2))
  await expect.element(button('Deposit')).toBeEnabled()
})

test('cash of today waits where today is closed', async () => {
  await show(<Deposit closedDays={[today()]} />, call)
  await expect.element(button('Deposit')).toBeDisabled()
})
