import type { Page } from '@playwright/test'
import { callApi, tokenIn } from '../support/api'
import { pdf, png } from '../support/files'
import { expectFit } from '../support/overflow'
import { chooseAction, expectTitle, expectToast, fact } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

const card = { name: 'card.png', mimeType: 'image/png', buffer: png }
const bill = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: pdf }
const group = (page: Page, name: string) => page.getByRole('group', { name })

async function chooseFile(page: Page, field: string, file: typeof card) {
  const chooser = page.waitForEvent('filechooser')
  await group(page, field)
    .getByRole('button', { name: `Choose ${field}` })
    .click()
  await (await chooser).setFiles(file)
}

async function fillGuarantor(page: Page, first: string, phone: string) {
  await page.getByLabel('First Name').fill(first)
  await page.getByLabel('Last Name').fill('Garba')
  await page.getByLabel('Phone Number').fill(phone)
  await page.getByLabel('Address').fill('6 Murtala Way, Kano')
  await chooseFile(page, 'ID Card', card)
  await chooseFile(page, 'Utility Bill', bill)
  await expect(page.getByText('card.png is uploaded.')).toBeVisible()
  await expect(page.getByText('bill.pdf is uploaded.')).toBeVisible()
}

test('an application for a loan: schedule, guarantors with files, and what the approver sees', async ({
  page,
  server,
  session,
}) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  const { data } = await callApi(server, tokenIn(await session(superadmin)), 'getcustomers', { page: 1 })
  const { name: customer, reference: known } = data.data.find(
    ({ status }: { status: string }) => status === '1',
  )
  await page.goto(`/customer/list?search=${known}`)
  await expect(page.getByText('1 customer')).toBeVisible()
  await chooseAction(page, customer, 'Apply for Loan')
  await expectTitle(page, 'Loan Application')

  await test.step('the schedule follows the terms', async () => {
    await page.getByLabel('Loan Type').selectOption('Market Trader Loan')
    await page.getByLabel('Amount').fill('50,000')
    await page.getByLabel('Installment Period').selectOption('Weekly')
    await page.getByLabel('Number of Installments').fill('4')
    await page.getByLabel('Purpose').fill('Stock for a stall')
    await expect(fact(page, 'Total Payable')).toHaveText('₦53,750.00')
    const schedule = page.getByRole('table', { name: 'Schedule' })
    await expect(schedule.getByRole('row')).toHaveCount(5)
    await expect(schedule.getByRole('row').last()).toContainText('₦13,437.50')
  })

  await test.step('two guarantors are added, each with an ID card and a bill', async () => {
    await page.getByRole('button', { name: 'Add Guarantor' }).click()
    const dialog = page.getByRole('dialog', { name: 'Guarantor' })
    await dialog.getByRole('button', { name: 'Add Guarantor' }).click()
    await expect(dialog.getByText('Please upload the ID card.')).toBeVisible()
    await chooseFile(page, 'ID Card', { ...card, name: 'notes.txt', buffer: Buffer.from('not a card') })
    await expect(dialog.getByText('Only PNG, JPEG and PDF files can be uploaded.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    for (const [first, phone] of [
      ['Bala', '08030009997'],
      ['Sani', '08030009996'],
    ] as const) {
      await page.getByRole('button', { name: 'Add Guarantor' }).click()
      await fillGuarantor(page, first, phone)
      await dialog.getByRole('button', { name: 'Add Guarantor' }).click()
      await expect(page.getByRole('table', { name: 'Guarantors' })).toContainText(`${first} Garba`)
    }
    await expectFit(page, 820)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectFit(page, 390)
    await page.setViewportSize({ width: 820, height: 1180 })
  })

  await test.step('it is sent after a confirmation', async () => {
    await page.getByRole('button', { name: 'Send Application' }).click()
    const question = page.getByRole('dialog', { name: `Apply for this loan for ${customer}?` })
    await expect(question).toContainText('Guarantors: Bala Garba, Sani Garba.')
    await expect(question).toContainText('₦53,750.00')
    await question.getByRole('button', { name: 'Send Application' }).click()
    await expectTitle(page, 'Pending Loan')
    await expectToast(page, /applied for: ₦53,750\.00 to pay in all\. It waits for its first approval\./)
  })

  await test.step('the approver sees the guarantors, the files and the applicant', async () => {
    const row = page.getByRole('row').filter({ hasText: customer }).first()
    const reference = (await row.textContent())?.match(/LN-\d{6}-\d{6}/)?.[0] ?? ''
    await chooseAction(page, reference, 'Add Guarantor')
    await expectTitle(page, 'Add Guarantor')
    await fillGuarantor(page, 'Kabir', '08030009995')
    await page.getByRole('button', { name: 'Add Guarantor' }).click()
    await expectToast(page, `Kabir Garba is a guarantor of loan ${reference} now.`)
    await chooseAction(page, reference, 'First Approval')
    await expectTitle(page, 'First Approval')
    const main = page.getByRole('main')
    await expect(main).toContainText('Stock for a stall')
    await expect(main.getByRole('link', { name: /^\d{11}$/ }).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'What stands behind it' })).toBeVisible()
    await expect(page.getByRole('img', { name: 'Deposits of 12 weeks' })).toBeVisible()
    const opened = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'ID card of Bala Garba' }).click()
    await expect.poll(async () => (await opened).url()).toContain('/api/files/')
    for (const guarantor of ['Bala', 'Sani', 'Kabir'])
      await expect(main.getByRole('listitem').filter({ hasText: `${guarantor} Garba` })).toContainText(
        '6 Murtala Way, Kano',
      )
  })
})

test('a file is sent again after the network failed, and a large photo is made smaller', {
  tag: '@long',
}, async ({ page, faults, server, session }) => {
  faults.expect(/ERR_CONNECTION_RESET .*\/api\/files$/)
  await page.setViewportSize({ width: 390, height: 844 })
  const pending = await callApi(server, tokenIn(await session(superadmin)), 'getpendingloan', { page: 1 })
  await page.goto('/loan/pending')
  await chooseAction(page, pending.data.data[0].reference, 'Add Guarantor')
  await expectTitle(page, 'Add Guarantor')
  let sent = 0
  await page.route(
    '**/api/files',
    async (route) => {
      sent = route.request().postDataBuffer()?.length ?? 0
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  const photo = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(3000, 2000)
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
    const pixels = context.createImageData(3000, 2000)
    // Noise, which compresses badly: about 14 MB as a PNG.
    for (let at = 0; at < pixels.data.length; at += 4)
      pixels.data.set([(at * 7919) % 251, (at * 104_729) % 241, (at * 1_299_709) % 239, 255], at)
    context.putImageData(pixels, 0, 0)
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())
    const parts: string[] = []
    for (let at = 0; at < bytes.length; at += 32_768)
      parts.push(String.fromCharCode(...bytes.subarray(at, at + 32_768)))
    return btoa(parts.join(''))
  })
  const buffer = Buffer.from(photo, 'base64')
  await chooseFile(page, 'ID Card', { name: 'photo.png', mimeType: 'image/png', buffer })
  await expect(
    page.getByText('The file was not uploaded. Check your connection and try again.'),
  ).toBeVisible()
  expect(sent).toBeGreaterThan(0)
  expect(sent).toBeLessThan(buffer.length)
  await expectFit(page, 390)
  await group(page, 'ID Card').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('photo.png is uploaded.')).toBeVisible()
})
