import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addKeyToFile, loadIdentityKeys } from './keys'

let dataDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'alajo-keys-'))
})
afterEach(() => rm(dataDir, { recursive: true }))
const load = () => loadIdentityKeys({ dataDir, identityKeys: [] })
const file = () => path.join(dataDir, 'identity.key')

describe('the key file', () => {
  it('is made once, for its user alone, also by starts at the same moment', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, load))
    expect(new Set(all.map(({ sealing }) => sealing.id)).size).toBe(1)
    expect((await load()).sealing).toEqual(all[0]?.sealing)
    expect((await stat(file())).mode & 0o777).toBe(0o600)
  })

  it('gets a new key first and keeps the others', async () => {
    const { sealing: old } = await load()
    const { sealing } = await addKeyToFile(dataDir)
    const after = await load()
    expect(after.sealing).toEqual(sealing)
    expect([...after.byId.keys()]).toEqual([sealing.id, old.id])
    expect((await stat(file())).mode & 0o777).toBe(0o600)
  })

  it.each(['', 'not a key\n'])('stops the start when it is damaged: %j', async (text) => {
    await load()
    await writeFile(file(), text)
    await expect(load()).rejects.toThrow(/identity\.key are damaged\. Restore the file from a backup/)
    expect(await readFile(file(), 'utf8')).toBe(text)
  })

  it('is neither made nor read when the keys are in the environment', async () => {
    const key = Buffer.alloc(32, 7)
    const { sealing, from } = await loadIdentityKeys({ dataDir, identityKeys: [key] })
    expect([sealing.key, from]).toEqual([key, 'environment'])
    await expect(stat(file())).rejects.toThrow('ENOENT')
  })
})
