import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { installDebianPackage } from '../../config/debian.mjs'
import { root } from './npm'

const read = (name: string) => readFile(path.join(root, name), 'utf8')
const rules = (await read('deploy/alerts.yml')).split(/^\s+- alert: /m).slice(1)
const alerts = rules.map((rule) => [rule.split('\n')[0] ?? '', rule] as const)

it.each(alerts)(
  '%s asks for figures that there are, and has its entry in the runbook',
  async (name, rule) => {
    const source = await read('src/server/process/metrics.ts')
    const expr = /expr: (.+)/.exec(rule)?.[1] ?? ''
    const figures = expr.match(/alajo_[a-z_]+/g)?.map((one) => one.replace(/_(bucket|count|sum)$/, '')) ?? []
    for (const figure of figures) expect(source).toContain(`name: '${figure}'`)
    if (figures.length === 0) expect(expr).toContain('up{job="alajo"}')
    expect(rule).toContain(`runbook: docs/run/emergencies.md#${name.toLowerCase()} }`)
    expect(await read('docs/run/emergencies.md')).toContain(`\n## ${name}\n`)
  },
)

it('the runbook has entries of alerts only, and leads to sections that there are', async () => {
  const runbook = await read('docs/run/emergencies.md')
  const entries = [...runbook.matchAll(/^## (.+)$/gm)].map(([, name = '']) => name)
  expect(new Set(entries)).toEqual(new Set(alerts.map(([name]) => name)))
  const operations = await read('docs/run/configuration.md')
  for (const [, section = ''] of runbook.matchAll(/\]\(configuration\.md\), "([^"]+)"/g))
    expect(operations).toMatch(new RegExp(`^##+ ${section}$`, 'm'))
})

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
