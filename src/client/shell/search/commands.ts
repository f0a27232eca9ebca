import type { Found, FoundGroup } from '#contract/calls/search'
import type { Kobo } from '#contract/values'
import { formatNaira, koboOf, nairaOf } from '#domain/money/kobo'
import type { Rows } from '#lists/RowsLink'
import type { RouteName } from '#routing/routes'

/** What is typed to act on somebody: an amount in kobo, and the text that finds whom. */
type Command = { act: 'credit' | 'withdraw'; who: string; amount: Kobo } | { act: 'late'; who: string }

/** 'ngozi +5000', '6820 w 20,000.50', 'late bisi'; undefined for a search. */
export function commandIn(text: string): Command | undefined {
  const late = /^late\s+(\S.*)$/i.exec(text.trim())?.[1]
  if (late) return { act: 'late', who: late }
  const [, who = '', sign = '', naira = ''] =
    /^(\S.*?)(\s*\+|\s+w\s)\s*₦?\s*([\d,.]+)$/i.exec(text.trim()) ?? []
  const amount = koboOf(naira)
  if (who.length < 2 || amount === undefined || amount <= 0) return undefined
  return { act: sign.includes('+') ? 'credit' : 'withdraw', who, amount }
}

export type CommandOption = { key: string; to: Rows; label: string }

/**
 * The forms and lists that a command opens, of those that the admin is offered. A form is filled in, never sent.
 */
export function commandOptions(
  command: Command,
  groups: readonly FoundGroup[],
  offers: (name: RouteName) => boolean,
): CommandOption[] {
  const found =
    groups.find(({ kind }) => kind === (command.act === 'late' ? 'agents' : 'customers'))?.rows ?? []
  return found.flatMap((one) => {
    const option = optionFor(command, one)
    return offers(option.to.to) ? [{ ...option, key: `${command.act}${one.id}` }] : []
  })
}

function optionFor(command: Command, { id, title, detail }: Found): Omit<CommandOption, 'key'> {
  if (command.act === 'late')
    return { to: { to: 'arrears', filters: { agent_id: String(id) } }, label: `Late loans of ${title}` }
  const state = { user_id: id, amount: nairaOf(command.amount) }
  const whom = `${title}, ${detail ?? ''}`
  return command.act === 'credit'
    ? { to: { to: 'customerCredit', state }, label: `Credit ${formatNaira(command.amount)} to ${whom}` }
    : { to: { to: 'withdrawalCreate', state }, label: `Withdraw ${formatNaira(command.amount)} of ${whom}` }
}
