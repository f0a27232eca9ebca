import { useMemo } from 'react'
import type { Column } from '#contract/call'
import type { Density } from '../tableSettings'
import { layOut, mostlyEmpty, textWidths } from './columnLayout'
import { measureIn } from './measureText'

type Options = { density: Density; hasTwoLines: boolean; isChosen: boolean; space: number }

const fontSizes: Record<Density, number> = { compact: 13, comfortable: 14.5 }

/** How much larger the font size of the browser is than the usual one. */
const rootScale = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1

/** Which columns the table shows, and how wide; undefined before its width is known. */
export function useLayout<R extends object>(
  columns: readonly Column<R>[],
  rows: readonly R[] | undefined,
  { density, hasTwoLines, isChosen, space }: Options,
) {
  const widths = useMemo(
    () => textWidths(columns, rows ?? [], measureIn(fontSizes[density] * rootScale())),
    [columns, rows, density],
  )
  const spare = useMemo(() => mostlyEmpty(columns, rows ?? []), [columns, rows])
  return useMemo(
    () =>
      space > 0
        ? layOut(columns, widths, { space, hasTwoLines, isChosen: isChosen && !hasTwoLines, spare })
        : undefined,
    [columns, widths, space, hasTwoLines, isChosen, spare],
  )
}
