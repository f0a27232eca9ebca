import type { Run } from '#contract/calls/closing'
import { showDate } from '#domain/time/lagos'

const names: Record<Run['kind'], string> = {
  penalties: 'Penalties',
  interest: 'Interest',
  charges: 'Charges',
  commissions: 'Commissions',
  plans: 'Plans',
}

/** 'Penalties of 22 Nov 2026' */
export const runText = ({ kind, day }: Pick<Run, 'kind' | 'day'>) => `${names[kind]} of ${showDate(day)}`
