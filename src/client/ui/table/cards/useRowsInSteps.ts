import { useDeferredValue } from 'react'

/** Fills the screen of a laptop, also with dense rows. */
const firstRows = 25

/**
 * The rows to render: of another page first those of a screen, then all of them. A hundred rows at once keep a slow tablet waiting
 * for all when it can show a quarter.
 */
export function useRowsInSteps<R>(rows: readonly R[], page: number) {
  const wholePage = useDeferredValue(page, 0)
  const isWhole = wholePage === page || rows.length <= firstRows
  return { shown: isWhole ? rows : rows.slice(0, firstRows), isWhole }
}
