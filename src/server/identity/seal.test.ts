import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { identityKeysOf } from './keys'
import { keyIdOf, openNumber, sealNumber, UnknownIdentityKey } from './seal'

const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const keys = identityKeysOf([one], 'file')
const owner = { customerId: 12, field: 'bvn' } as const
const number = fc.stringMatching(/^\d{11}$/)

describe('a sealed number', () => {
  it('opens for its customer and field only', () => {
    fc.assert(
      fc.property(number, fc.integer({ min: 1 }), (text, customerId) => {
        const sealed = sealNumber(keys, { customerId, field: 'nin' }, text)
        expect(openNumber(keys, { customerId, field: 'nin' }, sealed)).toBe(text)
        expect(() => openNumber(keys, { customerId, field: 'bvn' }, sealed)).toThrow()
        expect(() => openNumber(keys, { customerId: customerId + 1, field: 'nin' }, sealed)).toThrow()
      }),
    )
  })

  it('has the form that the database requires, and differs each time', () => {
    const sealed = sealNumber(keys, owner, '22345678901')
    expect(sealed).toMatch(/^[0-9a-f]{12}[.][A-Za-z0-9_-]{52}$/)
    expect(sealed).not.toContain('22345678901')
    expect(sealNumber(keys, owner, '22345678901')).not.toBe(sealed)
  })

  it('does not open after a change of any of its characters', () => {
    const sealed = sealNumber(keys, owner, '22345678901')
    for (let at = sealed.indexOf('.') + 1; at < sealed.length; at += 1) {
      const other = sealed[at] === 'A' ? 'B' : 'A'
      expect(() => openNumber(keys, owner, sealed.slice(0, at) + other + sealed.slice(at + 1))).toThrow()
    }
  })

  it('opens with an old key, and names the key that is missing', () => {
    const sealed = sealNumber(keys, owner, '22345678901')
    const rotating = identityKeysOf([two, one], 'environment')
    expect(openNumber(rotating, owner, sealed)).toBe('22345678901')
    expect(keyIdOf(sealNumber(rotating, owner, '22345678901'))).toBe(rotating.sealing.id)
    const open = () => openNumber(identityKeysOf([two], 'environment'), owner, sealed)
    expect(open).toThrow(UnknownIdentityKey)
    expect(open).toThrow(keys.sealing.id)
  })
})
