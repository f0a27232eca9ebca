import type { Measure } from './columnLayout'

/** One per font: setting the font takes longer than measuring a text. */
const contexts = new Map<string, CanvasRenderingContext2D | null>()

function contextOf(font: string) {
  const known = contexts.get(font)
  if (known !== undefined) return known
  const context = document.createElement('canvas').getContext('2d')
  if (context) context.font = font
  contexts.set(font, context)
  return context
}

/** Measures texts in the page's font, each once, without a layout of the page. */
export function measureIn(fontSize: number): Measure {
  const { fontFamily } = getComputedStyle(document.body)
  const ofWeight = (weight: number): ((text: string) => number) => {
    const context = contextOf(`${weight} ${fontSize}px ${fontFamily}`)
    const known = new Map<string, number>()
    return (text) => {
      const width = known.get(text) ?? context?.measureText(text).width ?? text.length * fontSize * 0.6
      known.set(text, width)
      return width
    }
  }
  const [plain, bold] = [ofWeight(400), ofWeight(600)]
  return (text, isBold) => (isBold ? bold : plain)(text)
}
