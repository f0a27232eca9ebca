import { useEffect } from 'react'

/**
 * Fills in an amount that was typed elsewhere, once. A reload or Back shows an empty field: the amount may have been sent since.
 */
export function useFilledAmount(amount: string | undefined, fill: (amount: string) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const { state } = history as { state: { usr?: Record<string, unknown> } | null }
    if (amount === undefined || state?.usr?.amount === undefined) return
    const { amount: _filled, ...usr } = state.usr
    history.replaceState({ ...state, usr }, '')
    fill(amount)
  }, [])
}
