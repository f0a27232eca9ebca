import { permissionCatalogue, permissionFamilies } from '#contract/permissionCatalogue'

const otherFamily = 'Other'
const familyOf = new Map<string, string>(
  Object.entries(permissionFamilies).flatMap(([family, names]) =>
    names.map((name) => [name, family] as const),
  ),
)
const order = [...Object.keys(permissionFamilies), otherFamily]

/** The family of a permission; custom permissions are 'Other'. */
export const permissionFamily = (name: string): string => familyOf.get(name) ?? otherFamily

const places = new Map<string, number>(permissionCatalogue.map((name, at) => [name, at]))
const placeOf = (name: string) => places.get(name) ?? places.size
const inOrder = (a: string, b: string) => placeOf(a) - placeOf(b) || a.localeCompare(b)

/** Names by family, both in the catalogue's order, without empty families. */
export function byFamily(names: readonly string[]): { family: string; names: string[] }[] {
  const sorted = names.toSorted(inOrder)
  return order
    .map((family) => ({ family, names: sorted.filter((name) => permissionFamily(name) === family) }))
    .filter((group) => group.names.length > 0)
}
