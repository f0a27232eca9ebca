import { calls } from '#contract/index'
import type { OneMarket } from '#contract/calls/markets'
import { selectById } from '#api/selectById'
import { useCall } from '#api/useCall'
import type { Loadable } from '#ui/feedback/Ready'

/** One market day, selected from the reply by id. */
export const useMarket = (id: number, options: { enabled?: boolean } = {}): Loadable<OneMarket> =>
  selectById(useCall(calls.markets.getMarket, { id }, options), id)
