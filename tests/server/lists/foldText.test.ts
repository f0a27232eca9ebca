import { afterAll, expect, it } from 'vitest'
import { fold, foldWhole } from '#domain/text/fold'
import { emptyDatabase } from '../support/testDatabase'
import { openDatabase } from '#server/db/database'

const place = await emptyDatabase()
const opened = await openDatabase(place)
afterAll(async () => {
  await opened.close()
  await place.drop()
})
const run = async (text: string, values: unknown[] = []) =>
  (await opened.database.$client.query<Record<string, string>>(text, values)).rows

it('the database folds every character as the program does', async () => {
  const last = 0xffff
  for (let start = 1; start < last; start += 0x400) {
    const letters = Array.from({ length: 0x400 }, (_, at) => start + at)
      .filter((code) => code <= last && (code < 0xd800 || code > 0xf8ff))
      .map((code) => String.fromCodePoint(code))
    const rows = await run(
      `select fold_text(letter) as folded, fold_name(letter) as whole, normalize(letter, NFKD) as apart
       from unnest($1::text[]) with ordinality as l (letter, at) order by at`,
      [letters],
    )
    const different = letters.flatMap((letter, at) =>
      (rows[at]?.folded === fold(letter) && rows[at]?.whole === foldWhole(letter)) ||
      // A letter that only one of their versions of Unicode knows.
      rows[at]?.apart !== letter.normalize('NFKD')
        ? []
        : [`${letter.codePointAt(0)?.toString(16)}: ${rows[at]?.folded} ${fold(letter)}`],
    )
    expect(different).toEqual([])
  }
})

it.each(['Adébáyọ̀ Ọlátúnjí', 'Ƙasimu  Ɗan-ladi', 'O’Neil', '𝐀𝐝𝐚', '+234 (0)803 555\u00A01001', ''])(
  'the database folds %s as the program does, composed and decomposed',
  async (text) => {
    for (const form of ['NFC', 'NFD'] as const) {
      const [row] = await run('select fold_text($1) as folded, fold_name($1) as whole', [
        text.normalize(form),
      ])
      expect(row).toEqual({ folded: fold(text), whole: foldWhole(text) })
    }
  },
)
