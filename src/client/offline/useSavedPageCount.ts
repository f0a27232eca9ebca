import type { NamedRead } from '#contract/call'
import { savedPages } from './savedPages'
import { useVaultValue } from './useVaultValue'

/** How many pages of a call are on this device. */
export const useSavedPageCount = ({ name }: NamedRead): number =>
  useVaultValue(name, () => savedPages.count(name)) ?? 0
