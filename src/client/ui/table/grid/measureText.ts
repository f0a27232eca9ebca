import type { Measure } from './columnLayout'

/** Measures texts in the page's font, without a layout of the page. */
export function measureIn(fontSize: number): Measure {
  const context = document.createElement('canvas').getContext('2d')
  const family = getComputedStyle(document.body).fontFamily
  return (text, bold) => {
    if (!context) return text.length * fontSize * 0.6
    context.font = `${bold ? 600 : 400} ${fontSize}px ${family}`
    return context.measureText(text).width
  }
}
