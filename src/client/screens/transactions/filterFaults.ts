import { maxMainRangeDays } from '#contract/calls/transactions'
import { daysFrom } from '#domain/time/lagos'
import type { ReportFilter } from '#ui/form/FilterForm'

type Fault = string | undefined

const isOneDate = ({ start_date, end_date }: ReportFilter) => Boolean(start_date) !== Boolean(end_date)
const isBackwards = ({ start_date, end_date }: ReportFilter) =>
  start_date !== '' && end_date !== '' && end_date < start_date
/** Without text and dates. */
const isEmpty = ({ search, start_date, end_date }: ReportFilter) =>
  search.trim() === '' && !start_date && !end_date

const backwardsMessage = 'End date cannot be before start date'
const oneDateMessage = 'Please select both start and end dates'
const emptyMessage = 'Please enter a search term or select a date range'

/** For reports that need a type. */
export const typeFault =
  (type: 'business type' | 'transaction type') =>
  (filter: ReportFilter): Fault => {
    if (isBackwards(filter)) return backwardsMessage
    if (isEmpty(filter) && !filter.choice)
      return `Please enter a search term, select ${type} or select a date range`
    if (!filter.choice) return `Please select a ${type}`
    return isOneDate(filter) ? oneDateMessage : undefined
  }

export function customerFault(filter: ReportFilter): Fault {
  if (isBackwards(filter)) return backwardsMessage
  if (!filter.choice) return 'Please select a saving type'
  if (isEmpty(filter)) return emptyMessage
  return isOneDate(filter) ? oneDateMessage : undefined
}

export function mainFault(filter: ReportFilter): Fault {
  if (isBackwards(filter)) return backwardsMessage
  if (isEmpty(filter)) return emptyMessage
  if (isOneDate(filter)) return oneDateMessage
  const { start_date, end_date } = filter
  return start_date && daysFrom(start_date, end_date) > maxMainRangeDays
    ? `Date range cannot exceed ${maxMainRangeDays} days`
    : undefined
}
