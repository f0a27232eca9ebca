import { expect, type Page } from '@playwright/test'
import { callApi } from './api'
import { expectTitle } from './portal'
import type { Server } from './server'
import { reachTokenStep } from './signIn'

export const chosenPassword = 'harmattan over the lagoon'

/** Creates an admin with can-view-all that no other test uses. */
export async function addAdmin(server: Server, superToken: string, email: string) {
  const names = { name: 'Ronke Alabi', email, phone_number: '08030000082' }
  const oneTime = await server.oneTimePasswordFor(email, () =>
    callApi(server, superToken, 'createadmins', names),
  )
  const { data } = await callApi(server, superToken, 'getadmins', {})
  const admin_id: number = data.find((one: { email: string }) => one.email === email).id
  await callApi(server, superToken, 'assignpermission', { admin_id, permission: ['can-view-all'] })
  return { admin_id, oneTime }
}

/** Signs in with a one-time password and replaces it. */
export async function chooseOwnPassword(page: Page, server: Server, email: string, oneTime: string) {
  const token = await reachTokenStep(page, server, email, oneTime)
  await page.getByLabel('Token').fill(token)
  await page.getByRole('button', { name: 'Verify Token' }).click()
  await expectTitle(page, 'Change Password')
  await page.getByLabel('Old Password').fill(oneTime)
  await page.getByLabel('New Password').fill(chosenPassword)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
}
