import { useEffect, useState, useSyncExternalStore } from 'react'
import { vaultChanges } from './ownVault'

/**
 * Reads a value from the vault, again after each change there; undefined until it is read. `key` identifies the value.
 * Without a key nothing is read, and changes in the vault do not re-render the component.
 */
export function useVaultValue<T>(key: string | undefined, read: () => Promise<T>): T | undefined {
  const [result, setResult] = useState<{ key: string; value: T }>()
  const version = useSyncExternalStore(vaultChanges.subscribe, () =>
    key === undefined ? 0 : vaultChanges.get(),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the reader, the version invalidates its result
  useEffect(() => {
    if (key === undefined) return
    let current = true
    void read().then((value) => {
      if (current) setResult((old) => (old?.key === key && old.value === value ? old : { key, value }))
    })
    return () => {
      current = false
    }
  }, [key, version])
  return result?.key === key ? result?.value : undefined
}
