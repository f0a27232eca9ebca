import type { InstalmentPeriod } from '#domain/money/instalments'
import type { Option } from '#ui/form/Field'

export const periodLabels: Record<InstalmentPeriod, string> = {
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
}
export const periodOptions: readonly Option[] = Object.entries(periodLabels).map(([value, label]) => ({
  value,
  label,
}))
