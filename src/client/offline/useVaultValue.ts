import { useEffect, useState, useSyncExternalStore } from 'react'
import { vaultChanges } from './ownVault'

/**
 * What a question to the vault gives, asked anew when something was saved or deleted; undefined until it is known. Another
 * question has another key. Without a key nothing is asked, and nobody is drawn again for what is saved elsewhere.
 */
export function useVaultValue<T>(key: string | undefined, ask: () => Promise<T>): T | undefined {
  const [answer, setAnswer] = useState<{ key: string; value: T }>()
  const written = useSyncExternalStore(vaultChanges.subscribe, () =>
    key === undefined ? 0 : vaultChanges.get(),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the question, what was written for another answer
  useEffect(() => {
    if (key === undefined) return
    let current = true
    void ask().then((value) => {
      if (current) setAnswer((old) => (old?.key === key && old.value === value ? old : { key, value }))
    })
    return () => {
      current = false
    }
  }, [key, written])
  return answer?.key === key ? answer?.value : undefined
}
