/** Names and phone numbers as they are kept. Apart from the tables of folding, which sign-in, where every call is encoded, would load. */

/** A name as it is kept: as typed, but composed, without characters that can't be seen, and with single spaces. */
export const tidyName = (name: string): string =>
  name
    .replaceAll(/\p{Cf}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/gu, '')
    .normalize('NFC')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim()

/** Brackets and what people write between the groups of a number. */
export const betweenDigits = /[()./]/g
export const countryCode = /^(?:\+|00)2340?|^2340?(?=\d{10}$)/
/** Spaces, hyphens, apostrophes, marks and what can't be seen. */
const apart = /[\s\p{Z}\p{Pd}\p{Cf}\p{M}\u2212"'`\u2018\u2019]/gu
/** Arabic, Persian and N'Ko digits; the value of each is in its last four bits. */
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\u07c0-\u07c9]/g

/** The digits as they are stored; undefined for what is no phone number of eleven digits. */
export function phoneOf(text: string): string | undefined {
  const digits = text
    .normalize('NFKD')
    .replaceAll(apart, '')
    .replaceAll(otherDigits, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll(betweenDigits, '')
    .replace(countryCode, '0')
  return /^\d{11}$/.test(digits) ? digits : undefined
}
