import { fixedHolidaysOf } from '#domain/time/calendar'
import { addDays, lagosDay, showDate } from '#domain/time/lagos'
import { weekdayOf } from '#domain/time/weekdays'
import { expectFit } from '../support/overflow'
import { chooseAction, expectTitle, expectToast, fact, rowOf } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

test('the calendar: a holiday is created and removed, weekdays are closed from a day on', async ({
  page,
}) => {
  const today = lagosDay(new Date())
  const isHoliday = (day: string) => fixedHolidaysOf(Number(day.slice(0, 4))).some((one) => one.day === day)
  // A Wednesday between two days with collection.
  let day = addDays(today, 40)
  while (weekdayOf(day) !== 3 || isHoliday(day) || isHoliday(addDays(day, 1))) day = addDays(day, 1)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const press = (name: string) => page.getByRole('main').getByRole('button', { name })
  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name })

  await page.goto('/calendar')
  await expectTitle(page, 'Calendar')
  await expect(fact(page, 'Next day with collection')).not.toBeEmpty()
  await expect(rowOf(page, 'Christmas Day').first()).toBeVisible()
  for (const width of [1280, 820, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expectFit(page, width)
  }
  await page.setViewportSize({ width: 1280, height: 900 })

  await test.step('a holiday of a past day is refused before it is sent', async () => {
    await page.getByRole('link', { name: 'Create Holiday' }).click()
    await expectTitle(page, 'Create Holiday')
    await field('Day').fill(today)
    await field('Holiday').fill('Eid al-Fitr')
    await press('Create Holiday').click()
    await expect(page.getByText('Choose a day after today.')).toBeVisible()
  })

  await test.step('another one says when what is due on it is due instead', async () => {
    await field('Day').fill(day)
    await press('Create Holiday').click()
    await expect(page.getByRole('dialog')).toContainText(showDate(addDays(day, 1)))
    await confirm('Create Holiday').click()
    await expectToast(page, `${showDate(day)}, Eid al-Fitr, is a day without collection.`)
    await expectTitle(page, 'Calendar')
    await expect(rowOf(page, 'Eid al-Fitr')).toContainText('Wednesday')
  })

  await test.step('it is removed', async () => {
    await chooseAction(page, `Eid al-Fitr, ${showDate(day)}`, 'Remove')
    await expectTitle(page, 'Remove Holiday')
    await press('Remove Holiday').click()
    await expectToast(page, /Eid al-Fitr on .* was removed/)
    await expect(rowOf(page, 'Eid al-Fitr')).toHaveCount(0)
  })

  await test.step('weekdays are closed from a later day on', async () => {
    const from = addDays(today, 700)
    await page.getByRole('link', { name: 'Set Closed Weekdays' }).click()
    await expectTitle(page, 'Set Closed Weekdays')
    await expect(field('Sundays')).toBeChecked()
    await field('Saturdays').check()
    await field('From').fill(from)
    await press('Set Closed Weekdays').click()
    await confirm('Set Closed Weekdays').click()
    await expectToast(page, `No collection on Saturdays and Sundays from ${showDate(from)} on`)
    await expectTitle(page, 'Calendar')
    await expect(rowOf(page, showDate(from))).toContainText('Saturdays and Sundays')
  })
})

test('a market that is held every few days', async ({ page }) => {
  const name = 'Eke Ukwu'
  const first = addDays(lagosDay(new Date()), 1)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await page.goto('/market/day/create')
  await field('Market Name').fill(name)
  await field('State').selectOption('Imo')
  await field('LGA').selectOption('Owerri Municipal')
  await field('Held').selectOption('Every few days')
  await field('Status').selectOption('active')
  const create = page.getByRole('button', { name: 'Create Market Day' })
  await field('Every so many days').fill('40')
  await create.click()
  await expect(page.getByText('A market is held every 2 to 31 days.')).toBeVisible()
  await field('Every so many days').fill('4')
  await field('From').fill(first)
  await create.click()
  await expectToast(page, sentences.marketDayCreated)
  await expect(rowOf(page, name)).toContainText(`Every 4 days from ${showDate(first)}`)

  await chooseAction(page, name, 'Update')
  await expect(field('Every so many days')).toHaveValue('4')
  await field('Held').selectOption('Every week')
  await field('Market Day Period').selectOption('2')
  await page.getByRole('button', { name: 'Update Market Day' }).click()
  await expectToast(page, sentences.marketDayUpdated)
  await expect(rowOf(page, name)).toContainText('2 Tuesday')
})
