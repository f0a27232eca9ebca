/** Reads JSON from localStorage; undefined when it is missing or can't be parsed. */
export function storedJson<T>(key: string): T | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? '') as T | null) ?? undefined
  } catch {
    return undefined
  }
}
