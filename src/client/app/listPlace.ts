/** A list's page, search and filters as they stand in the address. */
export function listPlaceOf(params: URLSearchParams): { page: number; filters: Record<string, string> } {
  const { page, ...filters } = Object.fromEntries(params)
  const number = Number(page)
  return { page: Number.isSafeInteger(number) && number > 0 ? number : 1, filters }
}
