import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from './npm'

const shipped = (name: string) => readFile(path.join(root, name), 'utf8')

it('compose leaves limits to the servers, which divide them, and addresses to Docker', async () => {
  const compose = await shipped('deploy/compose.yml')
  expect(compose).not.toMatch(/RATE_LIMIT/)
  // A fixed network may be that of the machine: clouds give theirs out of the same ranges.
  expect(compose).not.toMatch(/subnet|ipv4_address|\d+\.\d+\.\d+\.\d+\/\d+/)
  expect(compose).toMatch(/TRUST_PROXY: uniquelocal/)
})

it('each container keeps a part of its log', async () => {
  const compose = await shipped('deploy/compose.yml')
  const services = compose.slice(compose.indexOf('\nservices:'), compose.indexOf('\nnetworks:'))
  const own = services.split(/\n {2}(?=\S)/).slice(1)
  expect(own).toHaveLength(4)
  for (const service of own) expect(service).toMatch(/logging: \*logging|\*alajo/)
  expect(compose).toMatch(/x-alajo: &alajo[\s\S]*?\n {2}logging: \*logging/)
  expect(compose).toMatch(/max-size: \d+m, max-file: '\d+'/)
})

it('secrets are made unreadable for others', async () => {
  const pages = await readdir(path.join(root, 'docs/run'))
  const texts = await Promise.all(pages.map((page) => shipped(`docs/run/${page}`)))
  const blocks = texts
    .flatMap((text) => [...text.matchAll(/```sh\n[\s\S]*?```/g)].map(([block]) => block))
    .filter((block) => />>? *\S*(backup\.passphrase|\.env)\b/.test(block))
  expect(blocks).toHaveLength(3)
  for (const block of blocks) expect(block).toMatch(/umask 077|chmod 600/)
})

it.each([
  ['deploy/Caddyfile', /health_uri \/healthz/],
  ['deploy/Dockerfile', /\/healthz'/],
])('%s asks whether the server takes requests, not whether its database does', async (file, asked) => {
  const text = (await shipped(file)).replaceAll(/^\s*#.*$/gm, '')
  expect(text).toMatch(asked)
  expect(text).not.toContain('readyz')
})
