import { builtInFormat, formatOf, type NumberFormat } from '#domain/import/numberFormats'
import type { TableLimits } from './limits'
import { TableFault } from './tableRow'
import type { Parts } from './workbookParts'
import { parsePart } from './xml'

/** The number format of each style of a workbook, by which its cells name it. */
export async function formatsOf(parts: Parts, limits: TableLimits): Promise<readonly NumberFormat[]> {
  const part = 'xl/styles.xml'
  if (!parts.has(part)) return []
  const custom = new Map<number, NumberFormat>()
  const formats: NumberFormat[] = []
  let isCell = false
  await parsePart(parts.open(part), limits, {
    open: (tag, attributes) => {
      if (tag === 'cellXfs') isCell = true
      const { numFmtId = '0', formatCode = '' } = attributes
      const id = Number(numFmtId)
      if (tag === 'numFmt') custom.set(id, formatOf(formatCode))
      if (tag === 'xf' && isCell) formats.push(custom.get(id) ?? builtInFormat(id))
      if (custom.size > limits.styles || formats.length > limits.styles)
        throw new TableFault('The workbook has more styles than any table.')
    },
    close: (tag) => {
      if (tag === 'cellXfs') isCell = false
    },
  })
  return formats
}
