import { betweenDigits, countryCode } from './entered'
import { fold, foldWhole } from './fold'

/**
 * The folded parts of a search, between which a text may have a space, a hyphen or nothing. A hyphen beside a digit is one of a
 * reference, and stays.
 */
export const searchParts = (search: string): string[] =>
  search
    .normalize('NFKD')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .split(/\s+|(?<!\d)-+(?!\d)/u)
    .map((part) => part.split('-').map(foldWhole).join('-'))
    .filter((part) => part !== '')

/** Whether nothing is searched for: every row matches. */
export const isBlank = (search: string) => !/[\S\ufeff]/.test(search)

/** Whether a search has nothing that can be seen, such as marks or characters of no width alone: it matches no row. */
const isInvisible = (search: string) => foldWhole(search) === '' && !isBlank(search)

/**
 * The searches of which one has to match: a phone number in whatever form, or the parts of the text. None for a text that matches
 * nothing.
 */
export function searchForms(search: string): string[][] {
  if (isInvisible(search)) return []
  const phone = phoneSearch(search)
  if (phone === undefined) return [search, ...surnameFirst(search)].map(searchParts)
  // It may also be the end of a reference.
  return /\d-\d/.test(search) && phone.length < 11 ? [[phone], searchParts(search)] : [[phone]]
}

/** Names are kept with the surname last: of 'Umeh Ngozi Ada' also 'Ngozi Ada Umeh' is searched. */
function surnameFirst(search: string): string[] {
  const [surname, ...names] = search.trim().split(/\s+/)
  const isName = /^[\p{L}\p{M}'’\p{Pd}]{2,}$/u
  return surname &&
    names.length > 0 &&
    names.length < 4 &&
    [surname, ...names].every((one) => isName.test(one))
    ? [[...names, surname].join(' ')]
    : []
}

/** A regular expression, of the browser and of the database, for the parts in order. */
export const partsInOrder = (parts: readonly string[], between: string) =>
  parts.map((part) => part.replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&')).join(between)

/** A test of texts for a search, as the server's. */
export function matcherOf(search: string): (text: string) => boolean {
  const tests = [search, ...surnameFirst(search)].map(matcherInOrder)
  return (text) => tests.some((test) => test(text))
}

function matcherInOrder(search: string): (text: string) => boolean {
  if (isInvisible(search)) return () => false
  const parts = [phoneSearch(search) ?? searchParts(search)].flat().map(foldWhole)
  const whole = parts.join('')
  const asTyped = fold(search).trim()
  const inOrder = new RegExp(partsInOrder(parts, ' ?'))
  return (text) => {
    const folded = fold(text)
    return (
      folded.includes(asTyped) ||
      inOrder.test(folded) ||
      // Across the parts of a name, where it is hardly an accident.
      (whole.length > 4 && folded.replaceAll(' ', '').includes(whole))
    )
  }
}

/** Where a text has a search, for marking it: from and to. */
export function placeIn(text: string, search: string): readonly [number, number] | undefined {
  const [turned] = surnameFirst(search)
  return placeInOrder(text, search) ?? (turned === undefined ? undefined : placeInOrder(text, turned))
}

function placeInOrder(text: string, search: string): readonly [number, number] | undefined {
  const wanted = phoneSearch(search) ?? foldWhole(search)
  if (wanted === '') return undefined
  let whole = ''
  const places: number[] = []
  let at = 0
  for (const letter of text) {
    const folded = foldWhole(letter)
    whole += folded
    for (let count = folded.length; count > 0; count -= 1) places.push(at)
    at += letter.length
  }
  const start = whole.indexOf(wanted)
  if (start === -1) return undefined
  const from = places[start] ?? 0
  return [from, from + text.slice(from, places[start + wanted.length]).trimEnd().length]
}

/** A part of a phone number that is searched; undefined for other searches, such as an amount. */
function phoneSearch(search: string): string | undefined {
  const whole = foldWhole(search)
  if (!/^(?:\+\d|\(?\d)[\d()./]{3,}$/.test(whole)) return undefined
  const digits = whole.replaceAll(betweenDigits, '')
  const full = digits.replace(countryCode, '0')
  return digits.startsWith('+') || full.length > 6 ? full.replace('+', '') : undefined
}
