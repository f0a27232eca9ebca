import type { NamedRead } from '#contract/call'
import { savedPages } from './savedPages'
import { useFromVault } from './useFromVault'

/** How many pages of a call are on this device. */
export const useSavedPageCount = ({ name }: NamedRead): number =>
  useFromVault(name, () => savedPages.count(name)) ?? 0
