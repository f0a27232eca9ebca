import type { QueueRow } from '#contract/calls/decisions'
import { formatNaira, kobo } from '#domain/money/kobo'
import { createContext, type ReactNode, useContext } from 'react'

/** Where a decision is made in the queue of the desk: what is around the case, and what follows it. */
export type DeskPlace = {
  /** The case among all: comments are kept by it. */
  key: string
  /** What it is called until it is read. */
  title: string
  /** 'First approval'. */
  kind: string
  reference: string
  /** 'Waits 2 days'; amber from the third day on. */
  waits: string | undefined
  waitsLong: boolean
  /** '2 of 15'. */
  position: string | undefined
  previous: (() => void) | undefined
  next: Next | undefined
  /** Opens the queue where it has no column of its own. */
  queueButton: ReactNode
  /** Takes the case out of the queue at once. */
  onDecided: () => void
  /** '6 decided in 4 minutes, 80 left.' */
  progress: string
}
export type Next = { label: string; go: () => void }

/** What is offered after a decision: 'Ngozi Umeh, ₦220,000.00'. */
export const caseLabel = ({ subject, amount }: Pick<QueueRow, 'subject' | 'amount'>) =>
  amount === null ? subject : `${subject}, ${formatNaira(kobo(Math.abs(amount)))}`

/** Null on a screen with one case alone. */
export const Desk = createContext<DeskPlace | null>(null)
export const useDesk = () => useContext(Desk)

/** What was typed as a comment and not sent yet, by case: kept until the app is closed, and never sent by itself. */
const comments = new Map<string, string>()
export const keptComment = (key: string) => comments.get(key) ?? ''
export const keepComment = (key: string, text: string) =>
  void (text === '' ? comments.delete(key) : comments.set(key, text))
