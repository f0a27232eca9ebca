import { groupedAmount } from '#domain/money/enteredAmount'
import { expect, type Page } from '@playwright/test'
import { callApi } from './api'
import { leaveButton, navigate, title } from './portal'
import type { Sample } from './routeTable'
import type { Server } from './server'

/** One change that an admin wants to make, and how to count its effects on the server. */
export type Intent = {
  what: string
  /** Opens the form and fills it in. */
  prepare: (page: Page) => Promise<void>
  /** Presses the button that sends the change, and confirms. */
  press: (page: Page) => Promise<void>
  /** Whether the screen reports success. */
  reportsSuccess: (page: Page) => Promise<boolean>
  /** A field whose value must survive faults, and the value. */
  field: { label: string; value: string }
  /** How often the server has applied it. */
  countEffects: () => Promise<number>
}

export type Desk = { server: Server; token: string; sample: Sample }

/**
 * Navigates and retries: after a fault of the server the permissions may be missing for a while. Leaves a form whose entry
 * was not confirmed.
 */
const openForm = (page: Page, path: string, heading: string, state: unknown = null) =>
  expect(async () => {
    const leave = leaveButton(page)
    if (await leave.isVisible()) await leave.click()
    else await navigate(page, path, state)
    await expect(title(page)).toHaveText(heading, { timeout: 5000 })
  }).toPass({ timeout: 60_000 })

/** Check, in the dialog that blocks a change while an earlier one of the same subject is unconfirmed. */
export const blockingCheck = (page: Page) =>
  page.getByRole('dialog', { name: 'This may have been made already' }).getByRole('button', { name: 'Check' })

const naira = (kobo: number) => (kobo / 100).toFixed(2)

/** A fund request of a unique amount. */
export function fundRequest({ server, token }: Desk, kobo: number): Intent {
  const amount = naira(kobo)
  return {
    what: `a fund request of ${amount}`,
    prepare: async (page) => {
      await openForm(page, '/request/create', 'Create Request')
      await page.getByLabel('Amount').fill(amount)
      await page.getByLabel('Type').selectOption('credit')
      await page.getByLabel('Description').fill(`Walk ${amount}`)
      await page.getByLabel('Wallet', { exact: true }).selectOption('MBW')
    },
    press: (page) => page.getByRole('main').getByRole('button', { name: 'Create Request' }).click(),
    reportsSuccess: async (page) => (await title(page).innerText()) !== 'Create Request',
    field: { label: 'Amount', value: groupedAmount(amount) },
    countEffects: async () => {
      const { data } = await callApi(server, token, 'getrequestlist', {})
      return data.filter((one: { amount: string }) => one.amount === amount).length
    },
  }
}

/** A cash credit of a unique amount. */
export function credit({ server, token, sample }: Desk, kobo: number): Intent {
  const amount = naira(kobo)
  return {
    what: `a credit of ${amount}`,
    prepare: async (page) => {
      await openForm(page, '/credit/user', 'Credit Customer', { user_id: sample.user_id })
      await page.getByLabel('Amount').fill(amount)
    },
    press: async (page) => {
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Credit ₦/ })
        .click()
      const confirm = page.getByRole('dialog').getByRole('button', { name: /^Credit ₦/ })
      await expect(confirm.or(blockingCheck(page))).toBeVisible()
      if (await confirm.isVisible()) await confirm.click()
    },
    reportsSuccess: (page) =>
      page
        .getByRole('status')
        .filter({ hasText: /^Reference CC-/ })
        .isVisible(),
    field: { label: 'Amount', value: groupedAmount(amount) },
    countEffects: async () => {
      const body = { customer_id: sample.user_id, savings_type: 'all', page: 1 }
      const { data } = await callApi(server, token, 'usertransactionhistory', body)
      return data.history.filter((one: { amount: string }) => one.amount === amount).length
    },
  }
}
