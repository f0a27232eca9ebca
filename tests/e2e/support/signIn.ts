import { expect, type Page } from '@playwright/test'
import type { Server } from './server'

export const demoPassword = 'Alajo-demo-2026'
export const superadmin = 'superadmin@alajo.test'
export const admin = 'admin@alajo.test'
export const mainAdmin = 'main@alajo.test'
/** Can read everything and change nothing. */
export const supervisor = 'supervisor@alajo.test'

export async function enterCredentials(page: Page, email: string, password = demoPassword) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Goes to the second step, and returns the mailed token. */
export async function reachTokenStep(page: Page, server: Server, email: string, password = demoPassword) {
  await page.goto('/')
  return server.tokenFor(email, async () => {
    await enterCredentials(page, email, password)
    await expect(page.getByRole('heading', { name: 'Verify Token' })).toBeVisible()
  })
}

/** Signs in with both steps, up to the dashboard. */
export async function signIn(page: Page, server: Server, email: string, password = demoPassword) {
  const token = await reachTokenStep(page, server, email, password)
  await page.getByLabel('Token').fill(token)
  await page.getByRole('button', { name: 'Verify Token' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
}

/** Unlocks a locked session with the password. */
export async function unlock(page: Page, password = demoPassword) {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Unlock' }).click()
}

/** Log out needs a confirmation: it deletes the saved data. */
export async function logOut(page: Page, email: string) {
  await page.getByRole('button', { name: `Account ${email}` }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  const question = page.getByRole('dialog', { name: 'Log out?' })
  await expect(question).toContainText(
    'Saved data on this device will be deleted. To step away, choose Lock.',
  )
  await question.getByRole('button', { name: 'Log out' }).click()
}
