import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The specification has these with a fixed plural. */
const specified = ['customers selected', 'filtered records exported']

/** A count with a plural that is written out: '${formatCount(total)} rows', '{rows.length} fund requests'. Limits ('max…') are no counts. */
const fixedPlural =
  /\{(?:formatCount\((?!max)[^}]*\)|[\w.]*(?:\.length|[_a-z][cC]ount))\} (?!of |on |more |than )(?:[a-z]+ )?[a-z]+s\b[^`<'"]*/g

it('writes no count with a fixed plural: one of them is singular', () => {
  const root = new URL('../', import.meta.url)
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .flatMap((file) =>
      [...readFileSync(new URL(file, root), 'utf8').matchAll(fixedPlural)].map(
        ([text]) => `${file}: ${text}`,
      ),
    )
    .filter((one) => !specified.some((text) => one.includes(text)))
  expect(found).toEqual([])
  expect('{formatCount(rows.length)} fund requests.').toMatch(fixedPlural)
})
