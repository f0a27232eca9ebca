import type { ReactNode } from 'react'
import './figureStrip.css'

/** The figures that a page is read for, side by side. */
export const FigureStrip = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <div className={`figure-strip ${className}`}>{children}</div>
)

type Props = {
  title: string
  figure: ReactNode
  /** Marked at its edge: something must be done. */
  alarm?: boolean
  /** What the figure is made of, and what can be done. */
  children?: ReactNode
}

export const FigureTile = ({ title, figure, alarm = false, children }: Props) => (
  <section className={alarm ? 'alarm' : undefined}>
    <h2>{title}</h2>
    <strong className="strip-figure">{figure}</strong>
    {children}
  </section>
)
