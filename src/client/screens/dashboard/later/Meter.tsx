/** The part of a whole as a bar; its text is beside it. */
export const Meter = ({ part, whole, isLow = false }: { part: number; whole: number; isLow?: boolean }) => (
  <span className={isLow ? 'meter low' : 'meter'} aria-hidden>
    <i style={{ width: `${whole > 0 ? Math.max(0, Math.min(100, (part / whole) * 100)) : 0}%` }} />
  </span>
)
