import { plainForms } from './fold'

/** The alphabet of an SMS of 160 characters (GSM 03.38), and the characters that count as two there. */
const alphabet =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const extension = '\f^{}\\[~]|€'
const characters = new Set(alphabet + extension)
const isGsm = (text: string) => Array.from(text).every((character) => characters.has(character))

/** Punctuation and signs with a plain form. */
const plainSigns = new Map(
  [
    ['\u2018\u2019\u201a\u201b\u2032\u2035\u2039\u203a\u02b9\u02bb\u02bc\u02bd\u02c8\ua78c`\u00b4', "'"],
    ['\u201c\u201d\u201e\u201f\u2033\u2036\u00ab\u00bb', '"'],
    ['\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212', '-'],
    ['\t\u0085\u1680\u2028\u2029', ' '],
    ['\u2044', '/'],
    ['₦', 'NGN '],
  ].flatMap(([from = '', to = '']) => Array.from(from).map((sign) => [sign, to] as const)),
)

/** A letter with its marks in GSM-7; unchanged if it has no plain form. */
function plainLetter(letter: string): string {
  if (isGsm(letter)) return letter
  const sign = plainSigns.get(letter)
  if (sign !== undefined) return sign
  const plain = Array.from(letter.normalize('NFKD').replaceAll(/\p{M}/gu, ''), plainCharacter).join('')
  return isGsm(plain) ? plain.replaceAll(/\s+/g, ' ') : letter
}

function plainCharacter(character: string): string {
  if (characters.has(character)) return character
  const plain = plainSigns.get(character) ?? plainForms.get(character) ?? character
  const isCapital = character !== character.toLowerCase()
  return isCapital ? plain.charAt(0).toUpperCase() + plain.slice(1) : plain
}

/**
 * A text as an SMS: letters and signs outside of GSM-7 in their plain form, for one of them would halve what fits into an
 * SMS. Characters without a plain form stay, those that can't be seen do not.
 */
export const smsText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/(?!\u200d)\p{Cf}/gu, '')
    .replaceAll(/\P{M}\p{M}*/gu, plainLetter)

/**
 * How segments are counted, as regular expressions that JavaScript and PostgreSQL read alike (modules/messages/segments.ts).
 * `pairs` are characters of two units; with an escape before each of them, `part` is what fits into one of several
 * segments, which never ends within a pair.
 */
export const gsm7 = {
  only: `^[${escaped(alphabet)}${escaped(extension)}]*$`,
  pairs: `([${escaped(extension)}])`,
  single: 160,
  part: '.{0,152}[^\\u001b]',
}
export const ucs2 = { pairs: '([^\\u0001-\\uffff])', single: 70, part: '.{0,66}[^\\u001b]' }

function escaped(text: string) {
  return Array.from(text)
    .map((character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)
    .join('')
}

/** By how many SMS a text is sent and paid. */
export function segmentsOf(text: string): number {
  const { pairs, single, part } = new RegExp(gsm7.only, 'u').test(text) ? gsm7 : ucs2
  const units = text.replaceAll(new RegExp(pairs, 'gu'), '\u001b$1')
  if (Array.from(units).length <= single) return 1
  return units.match(new RegExp(part, 'gsu'))?.length ?? 1
}
