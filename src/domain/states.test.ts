import { describe, expect, it } from 'vitest'
import { isLgaOf, lgasOf, stateNames } from './states'

// biome-ignore format: one a line would make it 37 lines
const counts = {
  Abia: 17, Adamawa: 21, 'Akwa Ibom': 31, Anambra: 21, Bauchi: 20, Bayelsa: 8, Benue: 23, Borno: 27,
  'Cross River': 18, Delta: 25, Ebonyi: 13, Edo: 18, Ekiti: 16, Enugu: 17, 'Federal Capital Territory': 6,
  Gombe: 11, Imo: 27, Jigawa: 27, Kaduna: 23, Kano: 44, Katsina: 34, Kebbi: 21, Kogi: 21, Kwara: 16,
  Lagos: 20, Nasarawa: 13, Niger: 25, Ogun: 20, Ondo: 18, Osun: 30, Oyo: 33, Plateau: 17, Rivers: 23, Sokoto: 23,
  Taraba: 16, Yobe: 17, Zamfara: 14,
}

describe('states', () => {
  it('are 37, alphabetical', () => {
    expect(stateNames).toHaveLength(37)
    expect(stateNames).toEqual(Object.keys(counts))
    expect(stateNames).toEqual([...stateNames].sort())
  })

  it('hold 774 areas', () => {
    expect(stateNames.flatMap((state) => lgasOf(state))).toHaveLength(774)
  })

  it.each(Object.entries(counts))('%s has %i areas, each once and in order', (state, count) => {
    const areas = lgasOf(state)
    expect(areas).toHaveLength(count)
    expect(new Set(areas.map((area) => area.toLowerCase())).size).toBe(count)
    expect(areas).toEqual([...areas].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
    for (const area of areas) expect(area).toMatch(/^[A-Z][a-z]+(?:[ '/-][A-Za-z][a-z]*)*$/)
  })

  it('accept any case and the names of the capital', () => {
    const capital = ['Abaji', 'Abuja Municipal', 'Bwari', 'Gwagwalada', 'Kuje', 'Kwali']
    for (const name of ['Federal Capital Territory', 'abuja', 'Abuja', 'fct', 'FCT'])
      expect(lgasOf(name)).toEqual(capital)
    expect(lgasOf('AKWA IBOM')).toBe(lgasOf('Akwa Ibom'))
  })

  it('give no areas for a state that does not exist', () => {
    for (const name of ['', 'Ghana', 'constructor', '__proto__']) expect(lgasOf(name)).toEqual([])
  })
})

describe('isLgaOf', () => {
  it('ties an area to its own state', () => {
    expect(isLgaOf('Ikeja', 'Lagos')).toBe(true)
    expect(isLgaOf('Ikeja', 'lagos')).toBe(true)
    expect(isLgaOf('Kuje', 'Abuja')).toBe(true)
    expect(isLgaOf('Ikeja', 'Ogun')).toBe(false)
    expect(isLgaOf('Ikeja', 'Ghana')).toBe(false)
    expect(isLgaOf('', 'Lagos')).toBe(false)
    expect(isLgaOf('ikeja', 'Lagos')).toBe(false)
  })

  it('accepts a name that several states have', () => {
    for (const state of ['Lagos', 'Oyo']) expect(isLgaOf('Surulere', state)).toBe(true)
    for (const state of ['Benue', 'Nasarawa']) expect(isLgaOf('Obi', state)).toBe(true)
    for (const state of ['Kogi', 'Plateau']) expect(isLgaOf('Bassa', state)).toBe(true)
  })
})
