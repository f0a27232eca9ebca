import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { csvLine } from '#domain/lists/csvFile'
import { textCell } from '#server/lists/csvCells'
import { openServer } from '../support/harness'

const { database } = await openServer()

it('the server and the browser write the same cell after, and before a sign behind, every character', async () => {
  const characters = Array.from({ length: 0x110000 - 1 }, (_, at) => at + 1)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
  const different: string[] = []
  // In parts, so that none is a large parameter.
  for (let from = 0; from < characters.length; from += 50_000) {
    const texts = characters.slice(from, from + 50_000).flatMap((one) => [`${one}x`, `${one}=1`])
    const { rows } = await database.execute<{ cell: string }>(
      sql`select ${textCell(sql`t.value`)} as cell from json_array_elements_text(${JSON.stringify(texts)}::json) with ordinality t(value, at) order by t.at`,
    )
    for (const [at, { cell }] of rows.entries())
      if (`${cell}\r\n` !== csvLine([{ kind: 'text', value: texts[at] ?? '' }]))
        different.push(JSON.stringify(texts[at]))
  }
  expect(different).toEqual([])
})
