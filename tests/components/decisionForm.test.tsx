import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { offlineReason, useSubmit } from '#api/changes/useSubmit'
import { calls } from '#contract/index'
import { tryNow } from '#transport/connection'
import { DecisionForm, type DecisionKind } from '#forms/DecisionForm'
import { button, field, keepToasts, otherScreen, show } from './render'
import { replyWith } from './replies'
import { sentences } from '../sentences'

const call = calls.cash.firstCashDifferenceDecision
const done = { status: '200', message: 'Decided' }

type Props = { against?: string; obstacle?: string }

function Difference({ against, obstacle }: Props) {
  const kind: DecisionKind<{ id: number }, typeof call> = {
    about: () => ({ name: 'difference CD-7' }),
    words: (chosen) => ({
      action: chosen === 'accept' ? 'Approve CD-7' : 'Reject CD-7',
      consequence: chosen === 'accept' ? 'The cash is booked.' : 'Nothing changes.',
    }),
    obstacle: () => obstacle,
    against: () => against,
    list: 'differences',
  }
  return <DecisionForm kind={kind} subject={{ id: 7 }} call={call} submit={useSubmit(call)} />
}

const dialog = page.getByRole('dialog')
const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true })
const accept = () => field('Status').selectOptions('Accept')
const reject = () => field('Status').selectOptions('Reject')

describe('a decision', () => {
  test('names what is chosen and what follows from it', async () => {
    await show(<Difference />, call)
    await expect.element(button('Decide')).toBeEnabled()
    await accept()
    await expect.element(button('Approve CD-7')).toBeVisible()
    await expect.element(page.getByText('The cash is booked.')).toBeVisible()
    await reject()
    await expect.element(button('Reject CD-7')).toBeVisible()
    await expect.element(page.getByText('Nothing changes.')).toBeVisible()
  })

  test('needs a choice', async () => {
    await show(<Difference />, call)
    await button('Decide').click()
    await expect.element(field('Status')).toHaveAccessibleDescription('Please select accept or reject.')
    await expect.element(dialog).not.toBeInTheDocument()
  })

  test('needs a comment to reject, and none to accept', async () => {
    await show(<Difference />, call)
    await reject()
    await field('Comment').fill('  ')
    await button('Reject CD-7').click()
    await expect.element(field('Comment')).toHaveAccessibleDescription(sentences.commentRequired)
    await expect.element(dialog).not.toBeInTheDocument()
    await accept()
    await expect.element(field('Comment')).toHaveAttribute('aria-invalid', 'false')
    await button('Approve CD-7').click()
    await expect.element(dialog).toBeVisible()
  })

  test('is sent once, after it is confirmed, and the list opens', async () => {
    const sent = replyWith(() => done)
    const toasts = keepToasts()
    await show(<Difference />, call, calls.cash.getCashDifferences)
    await reject()
    await field('Comment').fill('Counted again')
    await button('Reject CD-7').click()
    await expect.element(dialog).toHaveAccessibleName('Reject CD-7?')
    await expect.element(dialog).toHaveAccessibleDescription('Nothing changes.')
    expect(sent).toEqual([])
    const press = inDialog('Reject CD-7').element() as HTMLElement
    press.click()
    press.click()
    await expect.element(otherScreen('/cash/difference/list')).toBeVisible()
    expect(sent.map(({ path, body }) => ({ path, body }))).toEqual([
      { path: call.path, body: { id: 7, status: 'reject', comment: 'Counted again' } },
    ])
    expect(toasts).toEqual(['Decided'])
  })

  test('is not sent where the confirmation is cancelled', async () => {
    const sent = replyWith(() => done)
    await show(<Difference />, call)
    await accept()
    await button('Approve CD-7').click()
    await inDialog('Cancel').click()
    await expect.element(dialog).not.toBeInTheDocument()
    await button('Approve CD-7').click()
    await expect.element(dialog).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(sent).toEqual([])
  })

  test('that may be refused is only warned of, and only to accept', async () => {
    await show(<Difference obstacle="The agent holds too little." />, call)
    await accept()
    await expect.element(field('Status')).toHaveAccessibleDescription('The agent holds too little.')
    await button('Approve CD-7').click()
    await inDialog('Cancel').click()
    await reject()
    await expect.element(field('Status')).toHaveAccessibleDescription('')
  })

  test('says what stops this admin', async () => {
    await show(<Difference against="You requested it yourself." />, call)
    await expect.element(button('Decide')).toBeDisabled()
    await expect.element(button('Decide')).toHaveAccessibleDescription('You requested it yourself.')
  })

  test('says which permission is missing', async () => {
    await show(<Difference against="You requested it yourself." />)
    await expect.element(button('Decide')).toBeDisabled()
    await expect
      .element(button('Decide'))
      .toHaveAccessibleDescription('This needs the permission can-do-first-approval.')
  })

  test('needs a connection', async () => {
    replyWith(() => undefined)
    await show(<Difference />, call)
    await tryNow()
    await expect.element(button('Decide')).toBeDisabled()
    await expect.element(button('Decide')).toHaveAccessibleDescription(offlineReason)
    replyWith(() => ({ ...done, ok: true }))
    await tryNow()
    await expect.element(button('Decide')).toBeEnabled()
  })

  test('that the server refuses keeps the form, and can be sent again with a new key', async () => {
    const sent = replyWith(() => ({ status: '400', message: 'It is decided.' }))
    const toasts = keepToasts()
    await show(<Difference />, call)
    await accept()
    for (const times of [1, 2]) {
      await button('Approve CD-7').click()
      await inDialog('Approve CD-7').click()
      await expect.poll(() => toasts).toHaveLength(times)
      await expect.element(dialog).not.toBeInTheDocument()
    }
    expect(toasts).toEqual(['It is decided.', 'It is decided.'])
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
    await expect.element(field('Status')).toHaveValue('accept')
  })

  test('whose reply is lost says on the page that it is not confirmed', async () => {
    replyWith((path) => (path === 'healthz' ? { ...done, ok: true } : undefined))
    await show(<Difference />, call)
    await accept()
    await button('Approve CD-7').click()
    await inDialog('Approve CD-7').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('We could not confirm this')
  })
})

describe('a form with entries', () => {
  const elsewhere = page.getByRole('link', { name: 'Elsewhere' })

  test('asks before it is left', async () => {
    await show(<Difference />, call)
    await field('Comment').fill('Counted')
    await elsewhere.click()
    await expect.element(dialog).toHaveAccessibleName(sentences.leaveForm)
    await inDialog('Stay').click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(field('Comment')).toHaveValue('Counted')
    await elsewhere.click()
    await inDialog('Leave').click()
    await expect.element(otherScreen('/elsewhere')).toBeVisible()
  })

  test('is left without a question while nothing is entered', async () => {
    await show(<Difference />, call)
    await elsewhere.click()
    await expect.element(otherScreen('/elsewhere')).toBeVisible()
  })
})
