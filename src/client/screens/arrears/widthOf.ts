/** The width of a part of a bar. */
export const widthOf = (part: number, whole: number) => `${whole === 0 ? 0 : (part / whole) * 100}%`
