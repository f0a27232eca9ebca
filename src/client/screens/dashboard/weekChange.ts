import type { Kobo } from '#contract/values'

/** Compares this week with the last: '12% more than last week'. */
export function weekChange(thisWeek: Kobo, lastWeek: Kobo): { direction: -1 | 0 | 1; text: string } {
  if (thisWeek === lastWeek) return { direction: 0, text: 'As much as last week' }
  const direction = thisWeek > lastWeek ? 1 : -1
  if (lastWeek === 0) return { direction, text: 'None last week' }
  const percent = Math.round((Math.abs(thisWeek - lastWeek) * 100) / lastWeek)
  const size = percent === 0 ? 'Less than 1%' : `${percent}%`
  return { direction, text: `${size} ${direction > 0 ? 'more' : 'less'} than last week` }
}
