import type { Toast } from './toast'

type Act = Toast['act']

let offered: (() => Act) | undefined

/** Sets what is offered in the message about a change that was made on the open screen. */
export function offerNextAct(act: () => Act) {
  offered = act
  return () => {
    offered = undefined
  }
}

export const nextAct = (): Act => offered?.()
