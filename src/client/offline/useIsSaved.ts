import { hashKey, type QueryKey } from '@tanstack/react-query'
import { metadataOf } from './savedPages'
import { useVaultValue } from './useVaultValue'

/** Whether the reply of a query is saved on this device. */
export const useIsSaved = (queryKey: QueryKey): boolean =>
  useVaultValue(hashKey(queryKey), async () => (await metadataOf(queryKey)) !== undefined) ?? false
