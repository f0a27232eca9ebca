import type { ReactNode } from 'react'
import type { StatedReason } from './statedReasons'

/** Says of an element why its amounts open no rows. */
export const stated = (as: StatedReason) => ({ 'data-stated': as })

/** An amount that opens no rows, with the reason. */
export const Stated = ({ as, children }: { as: StatedReason; children: ReactNode }) => (
  <span {...stated(as)}>{children}</span>
)
