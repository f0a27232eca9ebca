import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { open, seal } from './cipher'

const passphrase = 'four words and a half'
const header = 31
const sealedChunk = 65_536 + 16

async function* inParts(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function all(source: AsyncIterable<Buffer>) {
  const parts: Buffer[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}
const sealed = (bytes: Buffer) => all(seal(passphrase, inParts(bytes, 50_000)))
const opened = (bytes: Buffer, by = passphrase) => all(open(by, inParts(bytes, 7_777)))

it('opens what it sealed, at every length around the end of a chunk', async () => {
  for (const length of [0, 65_536, 65_537]) {
    const bytes = randomBytes(length)
    expect(await opened(await sealed(bytes))).toEqual(bytes)
  }
})

it('never seals the same bytes the same way', async () => {
  const bytes = Buffer.alloc(100)
  expect(await sealed(bytes)).not.toEqual(await sealed(bytes))
})

it('refuses another passphrase, a changed byte, and chunks that are cut off, moved or repeated', async () => {
  const file = await sealed(randomBytes(2 * 65_536 + 10))
  const chunk = (n: number) => file.subarray(header + n * sealedChunk, header + (n + 1) * sealedChunk)
  const changed = Buffer.from(file)
  changed[header + sealedChunk + 5] = (changed[header + sealedChunk + 5] ?? 0) ^ 1
  const salted = Buffer.from(file)
  salted[header - 1] = (salted[header - 1] ?? 0) ^ 1
  const faulty = {
    changed,
    salted,
    'cut between chunks': file.subarray(0, header + 2 * sealedChunk),
    'cut within a chunk': file.subarray(0, -1),
    moved: Buffer.concat([file.subarray(0, header), chunk(1), chunk(0), chunk(2)]),
    repeated: Buffer.concat([file.subarray(0, header), chunk(0), chunk(0), chunk(2)]),
    longer: Buffer.concat([file, Buffer.alloc(1)]),
  }
  for (const [what, bytes] of Object.entries(faulty))
    await expect(opened(bytes), what).rejects.toThrow('The passphrase is not that of this backup')
  await expect(opened(file, 'four words and a half.')).rejects.toThrow('The passphrase is not')
})

it('says so if a file is no backup', async () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('id,name\n'), Buffer.alloc(500)])
    await expect(opened(bytes)).rejects.toThrow('This is not a backup of Alajo.')
})
