/**
 * What remains of a text for comparing and searching names: no case, marks, apostrophes, hyphens and invisible characters, each letter
 * in its plain form. The database's `fold_text` (migration 'folded_searches') does the same; tests compare them character by character.
 */
export function fold(text: string): string {
  if (isPlain.test(text)) return text.replaceAll(/["'`-]/g, '').toLowerCase()
  return text
    .normalize('NFKD')
    .replaceAll(dropped, '')
    .replaceAll(spaces, ' ')
    .replaceAll(
      unfolded,
      (letter) => plainForms.get(letter) ?? (letter <= 'Z' ? letter.toLowerCase() : letter),
    )
}

/** Without spaces: Ade Bayo, Ade-Bayo and Adebayo are the same. */
export const foldWhole = (text: string): string => fold(text).replaceAll(' ', '')

const isPlain = /^[ -~]*$/

/** Marks, apostrophes, hyphens and quotes of all kinds, and what can't be seen. */
const droppedCharacters = [
  '\\u0001-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f\\u00ad"\'`',
  '\\u02b9-\\u02df\\u0300-\\u036f\\u0483-\\u0489\\u055a\\u0591-\\u05c7\\u05f3\\u05f4',
  '\\u0610-\\u061a\\u061c\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e8\\u06ea-\\u06ed\\u07eb-\\u07f5',
  '\\u115f\\u1160\\u17b4\\u17b5\\u1806\\u180b-\\u180f\\u1ab0-\\u1aff\\u1dc0-\\u1dff',
  '\\u200b-\\u2015\\u2018-\\u201f\\u202a-\\u202e\\u2032-\\u2037\\u2043\\u2060-\\u206f\\u20d0-\\u20ff\\u2212',
  '\\u2e3a\\u2e3b\\u3164\\ua78b\\ua78c\\ufe00-\\ufe0f\\ufe20-\\ufe2f\\ufeff\\ufff9-\\ufffb-',
].join('')
const dropped = new RegExp(`[\\u{e0000}-\\u{e01ef}${droppedCharacters}]`, 'gu')
/** The spaces that NFKD leaves. */
const spaces = /[\t-\r\u0085\u1680\u2028\u2029]/g
const unfolded = /[A-Z\u0080-\uffff]/g

/** Letters and digits without a decomposition, and their plain forms. */
const letters: readonly (readonly [string, string])[] = [
  ['ıȷƙɗɓƴɖɛəǝɔŋɲƒɣʋɩɪʊøđðħłŧɨʉƥƭɠʄɦƈʂɾς', 'ijkdbydeeeonnfgviiuoddhltiuptgjhcsrσ'],
  ['ƘƊƁƳƉƐƏƎƆŊƝƑƔƲƖƱØĐÐĦŁŦƗɄƤƬƓƇ', 'kdbydeeeonnfgviuoddhltiuptgc'],
  ['٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹߀߁߂߃߄߅߆߇߈߉', '012345678901234567890123456789'],
  ['ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ', 'αβγδεζηθικλμνξοπρστυφχψω'],
  ['ЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐӘӨҮҰҺҚҒҢ', 'ђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяґәөүұһқғң'],
]
const ligatures = { ß: 'ss', ẞ: 'ss', æ: 'ae', Æ: 'ae', œ: 'oe', Œ: 'oe', þ: 'th', Þ: 'th' }
export const plainForms: ReadonlyMap<string, string> = new Map([
  ...letters.flatMap(([from, to]) => from.split('').map((letter, at) => [letter, to.charAt(at)] as const)),
  ...Object.entries(ligatures),
])
