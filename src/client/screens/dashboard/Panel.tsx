import type { ReactNode } from 'react'

type Props = {
  title: string
  /** Beside the title. */
  about?: ReactNode
  /** At the right end of the title's line. */
  action?: ReactNode
  className?: string
  children: ReactNode
}

/** A card of the dashboard, whose content fills its height. */
export const Panel = ({ title, about, action, className = '', children }: Props) => (
  <section className={`dash-card ${className}`}>
    <div className="dash-head">
      <h2>{title}</h2>
      {about}
      <span className="dash-action">{action}</span>
    </div>
    {children}
  </section>
)
