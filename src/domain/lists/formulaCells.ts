/**
 * Text with which a spreadsheet begins a formula, as regular expressions that JavaScript and PostgreSQL read alike. Programs fold wide,
 * small, raised and lowered forms into = + - @, and don't show characters that stand before them.
 */
const signs = [
  String.raw`=+@`,
  String.raw`\u207A-\u207C\u208A-\u208C\u2212\u2A75\u2A76`,
  String.raw`\uFB29\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20`,
  '-',
].join('')
/** Controls, spaces, characters without a shape of their own, and marks that choose a shape. */
const invisible = [
  String.raw`\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u115F\u1160`,
  String.raw`\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164`,
  String.raw`\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB`,
].join('')
/** The same beyond \uFFFF, which the two languages write differently. */
const invisibleBeyond = [
  ['110BD', '110BD'],
  ['110CD', '110CD'],
  ['13430', '1343F'],
  ['1BCA0', '1BCA3'],
  ['1D173', '1D17A'],
  ['E0000', 'E0FFF'],
] as const

const startOf = (beyond: string) => String.raw`^(?:[\t\r\n]|[${invisible}${beyond}]*[${signs}])`
/** For a regular expression with the flag u. */
const formulaStart = new RegExp(
  startOf(invisibleBeyond.map(([from, through]) => String.raw`\u{${from}}-\u{${through}}`).join('')),
  'u',
)
/** For a regular expression of PostgreSQL. */
export const formulaStartSql = startOf(
  invisibleBeyond
    .map(([from, through]) => String.raw`\U${from.padStart(8, '0')}-\U${through.padStart(8, '0')}`)
    .join(''),
)

/** With a quote in front of what a spreadsheet would calculate, which makes it text. */
export const withEscape = (text: string) => (formulaStart.test(text) ? `'${text}` : text)
/** As it was before it was escaped, in one of our files or by a careful writer. */
export const withoutEscape = (text: string) =>
  text.startsWith("'") && formulaStart.test(text.slice(1)) ? text.slice(1) : text
