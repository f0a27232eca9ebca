import { SaxesParser } from 'saxes'
import type { TableLimits } from './limits'
import { TableFault } from './tableRow'

export const notWorkbook = 'This is no workbook that can be read. Save it as .xlsx or CSV.'

/** Names of tags are without their prefix. */
export type Handlers = {
  open?: (tag: string, attributes: Record<string, string>) => void
  text?: (text: string, tag: string) => void
  close?: (tag: string) => void
}

/** An attribute whose prefix is chosen by who writes the workbook. */
export const attributeOf = (attributes: Record<string, string>, name: string) =>
  Object.entries(attributes).find(([key]) => key === name || key.endsWith(`:${name}`))?.[1]

/** Parses a part of a workbook as it is unpacked, and pauses after each piece. */
async function* inTurn(part: AsyncIterable<Buffer>, limits: TableLimits, handlers: Handlers) {
  const parser = parserOf(limits, handlers)
  const decoder = new TextDecoder()
  // The parser keeps what is between two tags.
  let sinceTag = 0
  try {
    for await (const bytes of part) {
      const text = decoder.decode(bytes, { stream: true })
      const last = Math.max(text.lastIndexOf('<'), text.lastIndexOf('>'))
      sinceTag = last < 0 ? sinceTag + text.length : text.length - last
      if (sinceTag > limits.characters)
        throw new TableFault('The workbook has a text that is longer than any cell.')
      parser.write(text)
      yield
    }
    parser.close()
  } catch (error) {
    throw error instanceof TableFault ? error : new TableFault(notWorkbook)
  }
}

async function parseAll(part: AsyncIterable<Buffer>, limits: TableLimits, handlers: Handlers) {
  for await (const _ of inTurn(part, limits, handlers));
}
export const parsePart = Object.assign(parseAll, { inTurn })

function parserOf(limits: TableLimits, { open, text, close }: Handlers) {
  const parser = new SaxesParser()
  const nameOf = (tag: string) => tag.slice(tag.indexOf(':') + 1)
  const tags: string[] = []
  let elements = 0
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1
    if (tags.length >= limits.depth || elements > limits.elements)
      throw new TableFault('The workbook has more elements than any table.')
    tags.push(nameOf(name))
    open?.(nameOf(name), attributes)
  })
  const take = (part: string) => text?.(part, tags.at(-1) ?? '')
  parser.on('text', take)
  parser.on('cdata', take)
  parser.on('closetag', ({ name }) => {
    tags.pop()
    close?.(nameOf(name))
  })
  // No workbook has one: it would define what its texts mean.
  parser.on('doctype', () => {
    throw new TableFault(notWorkbook)
  })
  // saxes reports an error and continues; what follows would be misread.
  parser.on('error', (error) => {
    throw error
  })
  return parser
}
