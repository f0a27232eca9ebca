import type { NamedRead } from '#contract/call'
import { savedPages } from './savedPages'
import { useVaultValue } from './useVaultValue'

/** The number of saved pages of a call. */
export const useSavedPageCount = ({ name }: NamedRead): number =>
  useVaultValue(name, () => savedPages.count(name)) ?? 0
