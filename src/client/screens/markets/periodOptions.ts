import { periods, periodText } from '#domain/time/weekdays'
import type { Option } from '#ui/form/Field'

export const periodOptions: readonly Option[] = periods.map((period) => ({
  value: String(period),
  label: periodText(period),
}))
