import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { offlineReason, useSubmit } from '#api/changes/useSubmit'
import { calls } from '#contract/index'
import { tryNow } from '#transport/connection'
import type { Wallet } from '#forms/decision/Wallets'
import { kobo } from '#domain/money/kobo'
import { DecisionForm, type DecisionKind } from '#forms/DecisionForm'
import { button, field, keepToasts, otherScreen, show } from './render'
import { replyWith } from './replies'
import { sentences } from '../sentences'

const call = calls.cash.firstCashDifferenceDecision
const done = { status: '200', message: 'Decided' }

type Props = { against?: string; obstacle?: string; movesNow?: boolean; wallets?: readonly Wallet[] }

function Difference({ against, obstacle, movesNow = false, wallets = [] }: Props) {
  const kind: DecisionKind<{ id: number }, typeof call> = {
    about: () => ({ name: 'difference CD-7' }),
    words: (chosen) => ({
      action: chosen === 'accept' ? 'Approve CD-7' : 'Reject CD-7',
      consequence: chosen === 'accept' ? 'The cash is booked.' : 'Nothing changes.',
    }),
    obstacle: () => obstacle,
    movesNow: () => movesNow,
    wallets: () => wallets,
    against: () => against,
    list: 'differences',
  }
  return <DecisionForm kind={kind} subject={{ id: 7 }} call={call} submit={useSubmit(call)} />
}

const comment = () => field('Comment')
const dialog = page.getByRole('dialog')
const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true })
const status = page.getByRole('group', { name: 'Status' })
const accept = () => page.getByRole('radio', { name: 'Accept' }).click()
const reject = () => page.getByRole('radio', { name: 'Reject' }).click()
const undecided = button('Accept or reject first')
const forbidden = button('Not allowed')

describe('a decision', () => {
  test('names what is chosen and what follows from it', async () => {
    await show(<Difference />, call)
    await expect.element(undecided).toBeDisabled()
    await accept()
    await expect.element(button('Approve CD-7')).toBeVisible()
    await expect.element(page.getByText('The cash is booked.')).toBeVisible()
    await reject()
    await expect.element(button('Reject CD-7')).toBeVisible()
    await expect.element(page.getByText('Nothing changes.')).toBeVisible()
  })

  test('needs a comment to reject, and none to accept', async () => {
    await show(<Difference />, call)
    await reject()
    await comment().fill('  ')
    await button('Reject CD-7').click()
    await expect.element(comment()).toHaveAccessibleDescription(sentences.commentRequired)
    await expect.element(dialog).not.toBeInTheDocument()
    await accept()
    await expect.element(comment()).toHaveAttribute('aria-invalid', 'false')
    await expect.element(button('Approve CD-7')).toBeEnabled()
  })

  test('is sent once, and the list opens', async () => {
    const sent = replyWith(() => done)
    const toasts = keepToasts()
    await show(<Difference />, call, calls.cash.getCashDifferences)
    await reject()
    await comment().fill('Counted again')
    expect(sent).toEqual([])
    const press = button('Reject CD-7').element() as HTMLElement
    press.click()
    press.click()
    await expect.element(otherScreen('/cash/difference/list')).toBeVisible()
    expect(sent.map(({ path, body }) => ({ path, body }))).toEqual([
      { path: call.path, body: { id: 7, status: 'reject', comment: 'Counted again' } },
    ])
    expect(toasts).toEqual(['Decided'])
  })

  test('that moves money at once is confirmed, unless the panel shows what it changes', async () => {
    const sent = replyWith(() => done)
    await show(<Difference movesNow />, call)
    await accept()
    await button('Approve CD-7').click()
    await expect.element(dialog).toHaveAccessibleName('Approve CD-7?')
    await expect.element(dialog).toHaveAccessibleDescription('The cash is booked.')
    await inDialog('Cancel').click()
    await expect.element(dialog).not.toBeInTheDocument()
    await button('Approve CD-7').click()
    await expect.element(dialog).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(sent).toEqual([])
  })

  test('shows the balances that it changes, and asks no more', async () => {
    const sent = replyWith(() => done)
    const wallets = [{ label: 'Agent holds', before: kobo(50_000), after: kobo(0) }]
    await show(<Difference movesNow wallets={wallets} />, call, calls.cash.getCashDifferences)
    await expect.element(page.getByText('Before and after')).toBeVisible()
    await accept()
    await button('Approve CD-7').click()
    await expect.element(otherScreen('/cash/difference/list')).toBeVisible()
    expect(sent).toHaveLength(1)
  })

  test('is made by keys: A, R and Ctrl+Enter, and none while something is typed', async () => {
    const sent = replyWith(() => done)
    await show(<Difference />, call, calls.cash.getCashDifferences)
    await userEvent.keyboard('r')
    await expect.element(page.getByRole('radio', { name: 'Reject' })).toBeChecked()
    await userEvent.keyboard('c')
    await userEvent.keyboard('a bad count')
    await expect.element(comment()).toHaveValue('a bad count')
    await expect.element(page.getByRole('radio', { name: 'Reject' })).toBeChecked()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(otherScreen('/cash/difference/list')).toBeVisible()
    expect(sent.map(({ body }) => body)).toEqual([{ id: 7, status: 'reject', comment: 'a bad count' }])
  })

  test('is chosen by a swipe over the case, right or left, and not sent', async () => {
    const sent = replyWith(() => done)
    await show(
      <div className="case-frame">
        <p>Facts</p>
        <div style={{ width: 200, overflowX: 'auto' }}>
          <p style={{ width: 600 }}>Wide</p>
        </div>
        <Difference />
      </div>,
      call,
    )
    const swipe = (over: string, by: number, down = 0, from = 180) => {
      const target = page.getByText(over, { exact: true }).element()
      const at = (x: number, y: number) => new Touch({ identifier: 1, target, clientX: x, clientY: y })
      const points = [at(from, 100), at(from + by / 2, 100 + down), at(from + by, 100)]
      const kinds = ['touchstart', 'touchmove', 'touchend'] as const
      for (const [step, kind] of kinds.entries()) {
        const touches = kind === 'touchend' ? [] : points.slice(step, step + 1)
        const changedTouches = points.slice(step, step + 1)
        target.dispatchEvent(new TouchEvent(kind, { touches, changedTouches, bubbles: true }))
      }
    }
    swipe('Facts', 60)
    swipe('Facts', 120, 40)
    swipe('Facts', 120, 0, 10)
    swipe('Wide', 120)
    swipe('Elsewhere', 120)
    await expect.element(undecided).toBeDisabled()
    swipe('Facts', 120)
    await expect.element(page.getByRole('radio', { name: 'Accept' })).toBeChecked()
    swipe('Facts', -120)
    await expect.element(page.getByRole('radio', { name: 'Reject' })).toBeChecked()
    expect(sent).toEqual([])
  })

  test('that may be refused is only warned of, and only to accept', async () => {
    await show(<Difference obstacle="The agent holds too little." />, call)
    await accept()
    await expect.element(status).toHaveAccessibleDescription('The agent holds too little.')
    await reject()
    await expect.element(status).toHaveAccessibleDescription('')
  })

  test('says what stops this admin', async () => {
    await show(<Difference against="You requested it yourself." />, call)
    await expect.element(forbidden).toBeDisabled()
    await expect.element(forbidden).toHaveAccessibleDescription('You requested it yourself.')
  })

  test('says which permission is missing', async () => {
    await show(<Difference against="You requested it yourself." />)
    await expect.element(forbidden).toBeDisabled()
    await expect
      .element(forbidden)
      .toHaveAccessibleDescription('This needs the permission can-do-first-approval.')
  })

  test('needs a connection', async () => {
    replyWith(() => undefined)
    await show(<Difference />, call)
    await tryNow()
    await expect.element(button('Needs a connection')).toBeDisabled()
    await expect.element(button('Needs a connection')).toHaveAccessibleDescription(offlineReason)
    replyWith(() => ({ ...done, ok: true }))
    await tryNow()
    await accept()
    await expect.element(button('Approve CD-7')).toBeEnabled()
  })

  test('that the server refuses keeps the form, and can be sent again with a new key', async () => {
    const sent = replyWith(() => ({ status: '400', message: 'It is decided.' }))
    const toasts = keepToasts()
    await show(<Difference />, call)
    await accept()
    for (const times of [1, 2]) {
      await button('Approve CD-7').click()
      await expect.poll(() => toasts).toHaveLength(times)
    }
    expect(toasts).toEqual(['It is decided.', 'It is decided.'])
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
    await expect.element(page.getByRole('radio', { name: 'Accept' })).toBeChecked()
  })

  test('whose reply is lost says on the page that it is not confirmed', async () => {
    replyWith((path) => (path === 'healthz' ? { ...done, ok: true } : undefined))
    await show(<Difference />, call)
    await accept()
    await button('Approve CD-7').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('We could not confirm this')
  })
})

describe('a form with entries', () => {
  const elsewhere = page.getByRole('link', { name: 'Elsewhere' })

  test('asks before it is left', async () => {
    await show(<Difference />, call)
    await comment().fill('Counted')
    await elsewhere.click()
    await expect.element(dialog).toHaveAccessibleName(sentences.leaveForm)
    await inDialog('Stay').click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(comment()).toHaveValue('Counted')
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
