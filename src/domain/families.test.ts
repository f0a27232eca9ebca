import { describe, expect, it } from 'vitest'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import { byFamily, permissionFamily } from './families'

describe('byFamily', () => {
  it('puts each name of the catalogue into one family, in the catalogue’s order', () => {
    const groups = byFamily(permissionCatalogue.toReversed())
    expect(groups.map(({ family }) => family).slice(0, 3)).toEqual(['Admin', 'Role', 'Permission'])
    expect(groups.at(-1)?.family).toBe('All')
    expect(groups.flatMap(({ names }) => names)).toEqual(permissionCatalogue)
  })

  it('puts custom names last, under Other, and omits empty families', () => {
    expect(byFamily(['can-open-vault', 'can-view-all', 'can-view-roles', 'can-count-cash'])).toEqual([
      { family: 'Role', names: ['can-view-roles'] },
      { family: 'All', names: ['can-view-all'] },
      { family: 'Other', names: ['can-count-cash', 'can-open-vault'] },
    ])
    expect(byFamily([])).toEqual([])
    expect(permissionFamily('can-set-market-day-active/inactive')).toBe('Market day')
  })
})
