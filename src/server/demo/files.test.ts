import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { fileTypeOf } from '../files/fileTypes'
import { customerFile, guarantorFiles, putSpecimens } from './files'
import { specimenCard, specimenPage } from './specimens'

const stored = new Map<string, Uint8Array>()
await putSpecimens({
  read: async () => undefined,
  put: async (name, bytes) => {
    stored.set(name, bytes)
  },
  remove: async () => {},
})
const numbers = Array.from({ length: 300 }, (_, at) => at)
const shareOf = (names: (string | null)[]) => names.filter((name) => name !== null).length / names.length

describe('the files of the demo', () => {
  it('are few, each of a type that can be shown', () => {
    expect([...stored.keys()]).toHaveLength(5)
    for (const [name, bytes] of stored) {
      expect(name).toMatch(/^specimen-/)
      expect(fileTypeOf(bytes)).toBeDefined()
      expect(bytes.length).toBeLessThan(2000)
    }
  })

  it('are the files of every row; most rows have some', () => {
    const cards = numbers.map(customerFile)
    const ofGuarantors = numbers.map(guarantorFiles)
    const guarantorCards = ofGuarantors.map(({ idCardFile }) => idCardFile)
    const bills = ofGuarantors.map(({ utilityFile }) => utilityFile)
    expect([cards, guarantorCards, bills].map(shareOf)).toEqual([0.6, 0.9, 0.8])
    for (const name of [...cards, ...guarantorCards, ...bills])
      if (name !== null) expect(stored.has(name), name).toBe(true)
    expect(ofGuarantors.filter((one) => one.idCardFile === null && one.utilityFile !== null)).not.toEqual([])
  })
})

describe('a specimen', () => {
  it('of a card is a complete image in two colours', () => {
    const card = specimenCard([1, 2, 3])
    const start = card.indexOf('IDAT') + 4
    const pixels = inflateSync(card.subarray(start, start + card.readUInt32BE(start - 8)))
    expect(pixels).toHaveLength(321 * 200)
    expect(new Set(pixels)).toEqual(new Set([0, 1]))
    expect(card.subarray(-8, -4).toString()).toBe('IEND')
  })

  it('of a page has its text and a valid index', () => {
    const page = specimenPage('Water bill').toString('latin1')
    expect(page).toContain('(SPECIMEN) Tj')
    expect(page).toContain('(Water bill) Tj')
    const places = [...page.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place))
    expect(places).toHaveLength(5)
    for (const [at, place] of places.entries())
      expect(page.slice(place)).toMatch(new RegExp(`^${at + 1} 0 obj\n`))
    const index = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(page)?.[1])
    expect(page.slice(index)).toMatch(/^xref\n/)
  })
})
