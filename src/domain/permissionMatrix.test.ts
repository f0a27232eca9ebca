import { describe, expect, it } from 'vitest'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import {
  madeAndDecided,
  matrixColumns,
  permissionMatrix,
  plainNameOf,
  searchMatrix,
  viewAll,
} from './permissionMatrix'

const cellsOf = (codes: readonly string[]) =>
  permissionMatrix(codes).flatMap(({ rows }) =>
    rows.flatMap((row) => matrixColumns.flatMap((column) => row[column])),
  )

describe('The matrix of permissions', () => {
  it('has each permission of the catalogue once, but the one that is a switch', () => {
    const codes = cellsOf(permissionCatalogue).map(({ code }) => code)
    expect(codes.toSorted()).toEqual(permissionCatalogue.filter((code) => code !== viewAll).toSorted())
  })

  it('has a plain name for each, which is no code and is used once', () => {
    const names = permissionCatalogue.map(plainNameOf)
    expect(names.filter((name) => name.startsWith('can-'))).toEqual([])
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it('leaves out what cannot be chosen, and rows and areas without any', () => {
    const [only, ...more] = permissionMatrix(['can-view-fee'])
    expect(more).toEqual([])
    expect(only).toMatchObject({ area: 'Business', codes: ['can-view-fee'], rows: [{ thing: 'Fees' }] })
  })

  it('keeps a permission that it does not know in the area Other', () => {
    const matrix = permissionMatrix([...permissionCatalogue, 'can-count-coins'])
    expect(matrix.at(-1)).toMatchObject({ area: 'Other', codes: ['can-count-coins'] })
  })

  it('is searched by names, codes and things', () => {
    const matrix = permissionMatrix(permissionCatalogue)
    const found = (text: string) =>
      searchMatrix(matrix, text).flatMap(({ rows }) => rows.map(({ thing }) => thing))
    expect(found('first APPROVAL')).toEqual(['Pending'])
    expect(found('can-view-fee')).toEqual(['Fees'])
    expect(found('market d')).toEqual(['Market days'])
    expect(found('no such thing')).toEqual([])
  })

  it('names what the same admin could make and decide on', () => {
    const matrix = permissionMatrix(permissionCatalogue)
    const both = new Set(['can-request-payout', 'can-approve-payout', 'can-create-withdrawal'])
    expect(madeAndDecided(matrix, both)).toEqual(['Payouts'])
  })
})
