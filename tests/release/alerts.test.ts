import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { installDebianPackage } from '../../config/debian.mjs'
import { root } from './npm'

const read = (name: string) => readFile(path.join(root, name), 'utf8')
const rules = (await read('deploy/alerts.yml')).split(/^\s+- alert: /m).slice(1)
const alerts = rules.map((rule) => [rule.split('\n')[0] ?? '', rule] as const)

it.each(alerts)(
  '%s asks for figures that there are, and says which section of the manual helps',
  async (name, rule) => {
    const source = await read('src/server/process/metrics.ts')
    const expr = /expr: (.+)/.exec(rule)?.[1] ?? ''
    const figures = expr.match(/alajo_[a-z_]+/g)?.map((one) => one.replace(/_(bucket|count|sum)$/, '')) ?? []
    for (const figure of figures) expect(source).toContain(`name: '${figure}'`)
    if (figures.length === 0) expect(expr).toContain('up{job="alajo"}')
    expect(rule).toContain(`runbook: docs/run/emergencies.md#${name.toLowerCase()} }`)
    expect(await read('docs/run/emergencies.md')).toContain(`\n### ${name}\n`)
  },
)

it('the manual has a section of each alert and of no other', async () => {
  const sections = [...(await read('docs/run/emergencies.md')).matchAll(/^### (Alajo\w+)$/gm)]
  expect(new Set(sections.map(([, name]) => name))).toEqual(new Set(alerts.map(([name]) => name)))
})

it('the pages for operators lead to pages and sections that there are', async () => {
  const faults: string[] = []
  for (const page of await readdir(path.join(root, 'docs/run')))
    for (const [link, to = '', anchor] of (await read(`docs/run/${page}`)).matchAll(
      /\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g,
    )) {
      const file = path.join(root, 'docs/run', to || page)
      const sections =
        existsSync(file) && anchor !== undefined ? sectionsOf(await readFile(file, 'utf8')) : []
      if (!existsSync(file) || (anchor !== undefined && !sections.includes(anchor)))
        faults.push(`${page}: ${link}`)
    }
  expect(faults).toEqual([])
})

/** As GitHub names the anchors of headings. */
const sectionsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  )

it('each fires in the state that it is for, and not in a good one', () => {
  const find = () =>
    [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin']
      .map((one) => path.join(one, 'promtool'))
      .find(existsSync)
  if (!find()) installDebianPackage('promtool', 'prometheus')
  const promtool = find()
  if (!promtool) throw new Error('No promtool was found. Install Prometheus, or put it in PATH.')
  const said = execFileSync(promtool, ['test', 'rules', path.join(root, 'tests/release/alerts.yml')], {
    encoding: 'utf8',
  })
  expect(said).toContain('SUCCESS')
})
