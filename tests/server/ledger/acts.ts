import fc from 'fast-check'
import type { BodyOf, Named, Write } from '#contract/call'
import type { Answer } from '../support/harness'
import type { Admin, MoneyModel } from './moneyModel'

/** Makes a change, expects it to succeed or to be refused, and returns its outcome. */
export type Send = <C extends Named<Write>>(
  call: C,
  body: BodyOf<C>,
  by: Admin,
  isGood: boolean,
) => Promise<Answer<C>>

/** What is tried, whether the model permits it, and what it changes in the model. */
export type Act = (send: Send, note: (what: string) => void) => Promise<void>

export const yes = fc.constantFrom(true, true, false)
export const rarely = fc.integer({ min: 0, max: 7 }).map((n) => n === 0)
export const which = fc.nat({ max: 40 })
/** Mostly one that waits for a decision, sometimes a decided one. */
export const oneOf = <T>(all: readonly T[], isOpen: (one: T) => boolean, n: number) =>
  (n % 6 === 0 ? all : all.filter(isOpen)).at(-1 - (n % 4))

/** Mostly an admin who neither made nor decided it, if there is one: few documents would get both approvals. */
export const deciderOf = (
  { admins }: MoneyModel,
  one: { by: number; first: number },
  actor: Admin,
  fair: boolean,
) => (fair && admins.find(({ id }) => id !== one.by && id !== one.first)) || actor

export const peopleOf = ({ admins, savers }: MoneyModel) => ({
  actor: fc.constantFrom(...admins),
  saver: fc.constantFrom(...savers),
})
