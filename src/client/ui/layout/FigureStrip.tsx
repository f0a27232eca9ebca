import type { ReactNode } from 'react'
import './figureStrip.css'

type StripProps = {
  /** Above a table that is read with it: smaller. */
  dense?: boolean
  className?: string
  children: ReactNode
}

/** The figures that a page is read for, side by side. */
export const FigureStrip = ({ dense = false, className = '', children }: StripProps) => (
  <div className={`figure-strip ${dense ? 'dense' : ''} ${className}`}>{children}</div>
)

type Props = {
  title: string
  figure: ReactNode
  /** Marked at its edge: something must be done. */
  alarm?: boolean
  /** How the figure is to be read. */
  tone?: 'good' | 'bad' | 'warning' | undefined
  /** What the figure is made of, and what can be done. */
  children?: ReactNode
}

export const FigureTile = ({ title, figure, alarm = false, tone, children }: Props) => (
  <section className={alarm ? 'alarm' : undefined}>
    <h2>{title}</h2>
    <strong className={tone ? `strip-figure ${tone}` : 'strip-figure'}>{figure}</strong>
    {children}
  </section>
)
