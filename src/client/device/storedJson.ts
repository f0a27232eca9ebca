/** What lies under a key of localStorage; undefined where nothing does that can be read. */
export function storedJson<T>(key: string): T | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? '') as T | null) ?? undefined
  } catch {
    return undefined
  }
}
