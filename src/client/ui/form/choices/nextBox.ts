type Box = { getBoundingClientRect: () => { left: number; top: number } }

/**
 * The box to which a key leads from another, as boxes lie on the screen: left and right in reading order, up and down in the same
 * column, or else to the nearest. Undefined for other keys, and at an edge.
 */
export function nextBox<B extends Box>(boxes: readonly B[], from: B, key: string): B | undefined {
  const at = boxes.indexOf(from)
  if (at < 0) return undefined
  if (key === 'ArrowLeft') return boxes[at - 1]
  if (key === 'ArrowRight') return boxes[at + 1]
  if (key === 'Home') return boxes[0]
  if (key === 'End') return boxes.at(-1)
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined
  const here = from.getBoundingClientRect()
  const way = key === 'ArrowDown' ? 1 : -1
  const beyond = boxes
    .map((box) => ({ box, rect: box.getBoundingClientRect() }))
    .map(({ box, rect }) => ({
      box,
      down: way * (rect.top - here.top),
      aside: Math.abs(rect.left - here.left),
    }))
    .filter(({ down }) => down > 2)
  const sameColumn = beyond.filter(({ aside }) => aside < 2)
  const found = (sameColumn.length > 0 ? sameColumn : beyond).toSorted(
    (a, b) => a.down - b.down || a.aside - b.aside,
  )
  return found[0]?.box
}
