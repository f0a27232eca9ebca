import { type Cell, cellText, type DateOrder, type Decimal, decimalOf, isFormula, orderOf } from './cells'
import { type Field, type FieldKind, type Heading, importFields } from './nouns'

/** How a column writes its amounts or dates. Without a word of its own it is undefined. */
export type ColumnStyle = { decimal?: Decimal; order?: DateOrder; against?: string }
export type ColumnStyles = ReadonlyMap<string, ColumnStyle>
/** Asked of who sent the file: day and month of a column fit both ways. */
export type DateQuestion = { column: string; line: number; text: string }
export type Decided = { styles: ColumnStyles; question?: DateQuestion; notes: string[] }

type Seen = { line: number; text: string; count: number }
type Evidence = Partial<Record<Decimal | DateOrder | 'either', Seen>>

const isAmount = (kind: FieldKind) =>
  kind === 'money' || kind === 'amount' || kind === 'signed' || kind === 'percent'

/** Looks at all rows of a file, then decides once for each column. */
export function columnsOf(heading: Heading) {
  const fields = importFields[heading.noun].filter(
    ({ name, kind }) => heading.places.has(name) && (isAmount(kind) || kind === 'date'),
  )
  const seen = new Map<string, Evidence>(fields.map(({ name }) => [name, {}]))

  function see(line: number, cells: readonly Cell[]) {
    for (const field of fields) {
      const cell = cells[heading.places.get(field.name) ?? -1]
      // A workbook's numbers and dates are not written by anybody.
      if (typeof cell !== 'string') continue
      const text = cellText(cell)
      if (text === '' || isFormula(text)) continue
      const says = field.kind === 'date' ? orderOf(text) : decimalOf(text)
      const evidence = seen.get(field.name)
      if (says === undefined || !evidence) continue
      const before = evidence[says]
      if (before) before.count += 1
      else evidence[says] = { line, text, count: 1 }
    }
  }

  function decide(picked: DateOrder | undefined): Decided {
    const styles = new Map<string, ColumnStyle>()
    const notes: string[] = []
    let question: DateQuestion | undefined
    const evidences = [...seen.values()]
    const [hasPoint, hasComma] = [evidences.some(({ point }) => point), evidences.some(({ comma }) => comma)]
    for (const { name, kind, header } of fields) {
      const evidence = seen.get(name) ?? {}
      if (kind === 'date') {
        const style = dateStyle(evidence, picked)
        if (style === 'asked' && evidence.either)
          question = { column: header, line: evidence.either.line, text: evidence.either.text }
        else if (style !== 'asked') styles.set(name, style)
        if (style !== 'asked' && style.order) notes.push(`${header} with the ${style.order} first`)
      } else {
        // Without a mark of its own, as all others of the file.
        const decimal = decimalStyle(evidence) ?? (hasComma && !hasPoint ? 'comma' : 'point')
        styles.set(name, { decimal })
        if (decimal === 'comma' && (evidence.comma || evidence.either))
          notes.push(`${header} with a comma for decimals`)
      }
    }
    return { styles, notes, ...(question && { question }) }
  }
  return { see, decide }
}

/** The business writes a point; a comma if more amounts say so. */
function decimalStyle({ point, comma }: Evidence): Decimal | undefined {
  if (!comma) return point && 'point'
  return comma.count > (point?.count ?? 0) ? 'comma' : 'point'
}

function dateStyle({ day, month, either }: Evidence, picked: DateOrder | undefined): ColumnStyle | 'asked' {
  if (day && month)
    return {
      against: `is in a column of two orders: line ${day.line} has the day first (${day.text}), line ${month.line} the month (${month.text})`,
    }
  if (day) return { order: 'day' }
  if (month) return { order: 'month' }
  if (!either) return {}
  return picked ? { order: picked } : 'asked'
}

/** Whether a cell's field is one that a column decides. */
export const styleOf = (styles: ColumnStyles, { name }: Field): ColumnStyle => styles.get(name) ?? {}
