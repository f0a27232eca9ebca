import { parse } from 'csv-parse/sync'
import { readFile } from 'node:fs/promises'
import { formatNaira, kobo, koboOf, sumKobo } from '#domain/money/kobo'
import { addDays, lagosDay, showDate } from '#domain/time/lagos'
import { callApi, tokenIn } from '../support/api'
import { expectFit } from '../support/overflow'
import { expectTitle, navigate } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

test('arrears: as of a day, a bucket’s rows, the file, an agent’s loans', async ({
  page,
  server,
  session,
}) => {
  const token = tokenIn(await session(superadmin))
  const day = addDays(lagosDay(new Date()), -20)
  const ask = async (path: string, body: object) => (await callApi(server, token, path, body)).data
  const { buckets, late } = await ask('getarrearsreport', { day })
  const bucket = buckets.find((one: { bucket: number; loans: number }) => one.bucket > 0 && one.loans > 0)
  await page.goto('/report/arrears')
  await expectTitle(page, 'Arrears')

  await test.step('another day', async () => {
    await page.getByLabel('Day', { exact: true }).fill(day)
    await expect(page).toHaveURL(new RegExp(`day=${day}`))
    await expect(page.getByRole('region', { name: 'Late by age' })).toContainText(
      formatNaira(koboOf(late.late) ?? kobo(0)),
    )
    await expect(page.getByText(`${late.loans} late loan`)).toBeVisible()
    for (const width of [1280, 820, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectFit(page, width)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  await test.step('a bucket opens its rows, and the file has the same', async () => {
    await page.getByRole('button', { name: new RegExp(`^${bucket.label.replace('+', '\\+')} days`) }).click()
    await expect(page).toHaveURL(new RegExp(`bucket=${bucket.bucket}`))
    await expect(page.getByText(new RegExp(`^${bucket.loans} late loans?\\.`))).toBeVisible()
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await readFile(await (await started).path(), 'utf8')
    const rows = parse(file, { bom: true, columns: true }) as Record<string, string>[]
    expect(rows.length).toBe(bucket.loans)
    expect(sumKobo(rows.map((row) => koboOf(row.Late ?? '') ?? kobo(0)))).toBe(koboOf(bucket.late))
  })

  await test.step('by agent, and the loans of one', async () => {
    await page.getByRole('button', { name: 'Agent', exact: true }).click()
    const table = page.getByRole('table', { name: 'Arrears by agent' })
    await expect(table.getByRole('row').nth(1)).toContainText(formatNaira(koboOf(late.late) ?? kobo(0)))
    for (const width of [390, 820, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expectFit(page, width)
    }
    await expect(table.getByRole('columnheader', { name: 'PAR 90' })).toBeVisible()
    // Larger figures, or letters: the minor columns go before the table leaves its card.
    await page.addStyleTag({ content: '.card-table { font-size: 17px !important }' })
    await page.setViewportSize({ width: 1270, height: 900 })
    await expect(table.getByRole('columnheader', { name: 'PAR 90' })).toBeHidden()
    await expectFit(page, 1270)
    await page.setViewportSize({ width: 1280, height: 900 })
    const { groups } = await ask('getarrearsreport', { day, group: 'agent' })
    const [first] = groups
    await page.getByRole('button', { name: `Open the late loans of ${first.name}` }).click()
    await expect(page.getByText(new RegExp(`^${first.loans} late loans?\\.`))).toBeVisible()
    await page.reload()
    await expect(page.getByText(new RegExp(`^${first.loans} late loans?\\.`))).toBeVisible()
    await page.getByRole('button', { name: `Agent: ${first.name}. Show all` }).click()
    await expect(page.getByText(`${late.loans} late loan`)).toBeVisible()
  })
})

test('arrears stay readable offline, with their age', { tag: '@long' }, async ({ page, context, faults }) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED/)
  await page.goto('/report/arrears')
  const figures = page.getByRole('region', { name: 'Late by age' })
  await expect(figures).toBeVisible()
  await expect(page.getByText(/Page 1 of \d+ saved/)).toBeVisible()
  const shown = await figures.textContent()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expectTitle(page, 'Dashboard')
  await context.setOffline(true)
  await navigate(page, '/report/arrears')
  await expect(figures).toHaveText(shown ?? '')
  await expect(page.getByText(/^Updated/)).toBeVisible()
  await context.setOffline(false)
})

test('buckets and provision: set from a later day, the history shows who and when', async ({ page }) => {
  const from = addDays(lagosDay(new Date()), 400)
  await page.goto('/report/arrears/terms')
  await page.getByRole('link', { name: 'Set Buckets and Provision' }).click()
  await expectTitle(page, 'Set Buckets and Provision')
  await page.getByLabel('From', { exact: true }).fill(from)
  await page.getByLabel('First bucket, to day').fill('75')
  await page.getByRole('button', { name: 'Set Buckets and Provision' }).click()
  await expect(page.getByText('It must end later than the bucket before it.')).toBeVisible()
  await page.getByLabel('First bucket, to day').fill('15')
  await page.getByRole('button', { name: 'Set Buckets and Provision' }).click()
  await expect(page.getByText(/Buckets and rates count from/)).toBeVisible()
  await expectTitle(page, 'Buckets and Provision')
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: showDate(from) })
      .first(),
  ).toContainText('15')
})
