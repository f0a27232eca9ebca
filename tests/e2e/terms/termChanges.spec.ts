import type { Page } from '@playwright/test'
import { callApi, tokenIn } from '../support/api'
import { expectFit } from '../support/overflow'
import {
  chooseAction,
  chooseStatus,
  expectTitle,
  expectToast,
  fact,
  navigate,
  rowOf,
} from '../support/portal'
import { admin, mainAdmin, superadmin } from '../support/signIn'
import { expect, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const submitOf = (page: Page) => page.getByRole('main').getByRole('button').last()
const decisionOf = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: /the terms of|Accept or reject first|Not allowed/ })

test('terms are requested with a reason, and decided by another admin who sees them before and after', async ({
  page,
  server,
  session,
}) => {
  const boss = tokenIn(await session(superadmin))
  const clerk = tokenIn(await session(admin))
  const main = tokenIn(await session(mainAdmin))
  const typeNamed = async (name: string) => {
    await callApi(server, boss, 'createsavingtype', {
      name,
      category: 'daily',
      interest: 4,
      charge: '100.00',
    })
    const { data } = await callApi(server, boss, 'getsavingtype', {})
    return data.find((one: { name: string }) => one.name === name)
  }
  const type = await typeNamed('Esusu Terms')
  const other = await typeNamed('Esusu Others')
  const requestBy = async (token: string, id: number, charge: string) => {
    const body = { id, interest: 4, charge, reason: 'The cards cost more' }
    expect((await callApi(server, token, 'updatesavingtypeterms', body)).status).toBe('200')
    const { data } = await callApi(server, token, 'gettermchanges', { page: 1 })
    return data.data[0] as { id: number; reference: string }
  }

  const own = await test.step('requests other terms', async () => {
    await page.goto('/dashboard')
    await navigate(page, '/savings/type/terms', { saving_type_id: type.id })
    await expectTitle(page, 'Savings Type Terms')
    await field(page, 'Charge a Month').fill('150')
    await submitOf(page).click()
    await expect(field(page, 'Reason')).toBeFocused()
    await expect(field(page, 'Reason')).toHaveAccessibleDescription(sentences.reasonRequired)
    await field(page, 'Reason').fill('The cards cost more')
    await submitOf(page).click()
    const message = await expectToast(page, 'It awaits its approval.')
    expect(message).toContain('Charge from ₦100.00 to ₦150.00.')
    const [reference = ''] = /TC-\d{6}-\d{6}/.exec(message) ?? []
    await expectTitle(page, 'Changes of Terms')
    await expect(rowOf(page, reference)).toContainText('pending')
    return reference
  })

  await test.step('the requester does not decide, and no second change of the type is offered', async () => {
    await chooseAction(page, own, 'Approval')
    await expectTitle(page, 'Approval of Terms')
    await expect(decisionOf(page)).toBeDisabled()
    await expect(decisionOf(page)).toHaveAccessibleDescription(
      `You requested change ${own} yourself. Another admin must decide on it.`,
    )
    await navigate(page, '/savings/type/terms', { saving_type_id: type.id })
    await expect(submitOf(page)).toBeDisabled()
    await expect(submitOf(page)).toHaveAccessibleDescription(`Change ${own} awaits its decision.`)
  })

  await test.step('another admin approves; what waits is listed for them, with each term before and after', async () => {
    const { reference } = await requestBy(clerk, other.id, '250.00')
    await navigate(page, '/terms/change/list?waiting=mine')
    await expect(rowOf(page, reference)).toContainText('Esusu Others')
    await expect(rowOf(page, own)).toHaveCount(0)
    await chooseAction(page, reference, 'Approval')
    await expect(fact(page, 'Reason')).toHaveText('The cards cost more')
    await expect(fact(page, 'Requested By')).toHaveText(/^Musa Abdulkadir, /)
    const terms = page.getByRole('grid', { name: 'Terms of Esusu Others' })
    for (const text of ['Charge', '₦100.00', '₦250.00', 'Interest a Year'])
      await expect(terms).toContainText(text)
    await expectFit(page, 1280)
    await chooseStatus(page, 'Accept')
    await decisionOf(page).click()
    await expectToast(page, `Change ${reference} of Esusu Others approved.`)
    await expectTitle(page, 'Changes of Terms')
    const { data } = await callApi(server, boss, 'getsavingtype', { savingId: other.id })
    expect(data[0]).toMatchObject({ interest: 4, charge: '250.00' })
  })

  await test.step('a rejection needs a comment, and is shown as decided', async () => {
    const { id, reference } = await requestBy(clerk, other.id, '300.00')
    await navigate(page, '/terms/change/approval', { term_change_id: id })
    await expect(fact(page, 'Reference')).toHaveText(reference)
    await chooseStatus(page, 'Reject')
    await decisionOf(page).click()
    await expect(field(page, 'Comment')).toHaveAccessibleDescription(sentences.commentRequired)
    await field(page, 'Comment').fill('It is dear enough')
    await decisionOf(page).click()
    await expectToast(page, `Change ${reference} of Esusu Others was rejected. Its terms stay as they are.`)
    await expect(rowOf(page, reference)).toContainText('rejected')
  })

  await test.step('everything fits a phone', async () => {
    const { data } = await callApi(server, main, 'gettermchanges', { page: 1, waiting: 'mine' })
    await page.setViewportSize({ width: 390, height: 844 })
    for (const [path, title, state] of [
      ['/terms/change/list', 'Changes of Terms', undefined],
      ['/terms/change/approval', 'Approval of Terms', { term_change_id: data.data[0].id }],
      ['/savings/type/terms', 'Savings Type Terms', { saving_type_id: other.id }],
    ] as const) {
      await navigate(page, path, state)
      await expectTitle(page, title)
      await expectFit(page, 390)
    }
  })
})
