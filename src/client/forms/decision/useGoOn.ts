import { useGo } from '#routing/navigation'
import { useDesk } from './desk'

/** After a decision with a form of its own: the next case of the desk, or the list. */
export function useGoOn(list: 'withdrawals') {
  const desk = useDesk()
  const go = useGo()
  return () => {
    if (!desk) return go(list)
    desk.onDecided()
    desk.next?.go()
  }
}
