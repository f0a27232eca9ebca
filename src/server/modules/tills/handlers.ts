import type { Calls } from '#contract/index'
import type { HandlersFor } from '../../handler'
import { bankHandlers } from './bank'
import { placeHandlers } from './places'
import { sessionHandlers } from './sessions'
import { tillListHandlers } from './tills'

export const tillHandlers: HandlersFor<Calls['tills']> = {
  ...tillListHandlers,
  ...sessionHandlers,
  ...placeHandlers,
  ...bankHandlers,
}
