import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')
const rules = [...read('docs/use/rules.md').matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, name]) => name)

it('names each rule once', () => {
  expect(rules.filter((name, at) => rules.indexOf(name) !== at)).toEqual([])
  expect(rules.length).toBeGreaterThan(100)
})

it('cites rules by the name that they have', () => {
  const cited = ['src', 'tests'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) =>
        [...read(`${folder}/${file}`).matchAll(/rules\.md, "([^"\n]+)"/g)].map(([, name = '']) => ({
          file,
          name,
        })),
      ),
  )
  expect(cited.length).toBeGreaterThan(100)
  expect(cited.filter(({ name }) => !rules.includes(name))).toEqual([])
})
