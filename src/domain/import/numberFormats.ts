/** What the number format of a workbook says about the kind of a cell. */
export type NumberFormat = {
  kind: 'number' | 'percent' | 'date' | 'time' | 'unclear'
  /** How many digits it shows at least: 0000 shows 7 as 0007. */
  digits?: number
  /** It shows letters or marks beside the number: "A-"00 shows 7 as A-07. */
  hasLiterals?: true
}

/** Formats that workbooks name by number alone (ECMA-376, 18.8.30, with the dates of East Asian programs). */
const builtIn: readonly (readonly [from: number, through: number, kind: NumberFormat['kind']])[] = [
  [0, 8, 'number'],
  [9, 10, 'percent'],
  // Scientific, and fractions.
  [11, 13, 'number'],
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'date'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [37, 44, 'number'],
  [45, 47, 'time'],
  [48, 49, 'number'],
  [50, 58, 'date'],
]

/** The format of a number that a workbook does not describe itself. */
export function builtInFormat(id: number): NumberFormat {
  const [, , kind = 'unclear'] = builtIn.find(([from, through]) => id >= from && id <= through) ?? []
  return { kind }
}

/** Reads the code of a format, such as `dd/mm/yyyy` or `0.00%`. */
export function formatOf(code: string): NumberFormat {
  const sections = code
    .split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    // The fourth is that of texts.
    .slice(0, 3)
    .map(sectionOf)
    .filter((section) => section !== undefined)
  if (code.trim() === '@') return { kind: 'number' }
  const [first] = sections
  // Sections of words alone show what is not there, and ;;; nothing.
  return first && sections.every(({ kind }) => kind === first.kind) ? first : { kind: 'unclear' }
}

/** Undefined if a section has no place for a number. */
function sectionOf(section: string): NumberFormat | undefined {
  const literals: string[] = []
  const isElapsed = /\[(?:h+|m+|s+)\]/i.test(section)
  const bare = section
    .replaceAll(/"([^"]*)"|\\(.)/g, (_all, quoted: string | undefined, escaped: string | undefined) => {
      literals.push(quoted ?? escaped ?? '')
      return ''
    })
    // Fills and spaces of a width; colours, conditions, currencies and languages.
    .replaceAll(/[_*]./g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .trim()
  if (isElapsed) return { kind: 'time' }
  if (/^general$/i.test(bare)) return withLiterals({ kind: 'number' }, literals)
  const words = bare.replaceAll(/general|am\/pm|a\/p/gi, '')
  if (/[ydg]|m{3,}/i.test(words) || (/e/i.test(words) && !/e[+-]/i.test(words))) return dateUnless(words)
  if (/[hms]/i.test(words)) return { kind: 'time' }
  if (words.includes('%')) return { kind: 'percent' }
  if (!/[0#?]/.test(words)) return undefined
  const digits = words.replaceAll(/[^0]/g, '').length
  const isPadded = digits > 1 && /^[0()/ -]+$/.test(words)
  const marks = isPadded ? words.replaceAll('0', '') : ''
  return withLiterals({ kind: 'number', ...(isPadded && { digits }) }, [...literals, marks])
}

/** A code with digits and a part of a date is no date. */
const dateUnless = (words: string): NumberFormat => ({ kind: /[#?%]/.test(words) ? 'unclear' : 'date' })

const isSeen = (literal: string) => /[^\s()]/.test(literal)
const withLiterals = (format: NumberFormat, literals: readonly string[]): NumberFormat =>
  literals.some(isSeen) ? { ...format, hasLiterals: true } : format
