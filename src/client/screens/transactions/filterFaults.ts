import { maxMainRangeDays } from '#contract/calls/transactions'
import { daysFrom } from '#domain/time/lagos'
import type { ReportFilter } from '#ui/form/FilterForm'

type Fault = string | undefined

const isOneDate = ({ start_date, end_date }: ReportFilter) => Boolean(start_date) !== Boolean(end_date)
const isBackwards = ({ start_date, end_date }: ReportFilter) =>
  start_date !== '' && end_date !== '' && end_date < start_date
/** Neither text nor dates. */
const isBare = ({ search, start_date, end_date }: ReportFilter) =>
  search.trim() === '' && !start_date && !end_date

const backwards = 'End date cannot be before start date'
const oneDate = 'Please select both start and end dates'
const bare = 'Please enter a search term or select a date range'

/** Of a report that needs a type. */
export const typeFault =
  (type: 'business type' | 'transaction type') =>
  (filter: ReportFilter): Fault => {
    if (isBackwards(filter)) return backwards
    if (isBare(filter) && !filter.choice)
      return `Please enter a search term, select ${type} or select a date range`
    if (!filter.choice) return `Please select a ${type}`
    return isOneDate(filter) ? oneDate : undefined
  }

export function customerFault(filter: ReportFilter): Fault {
  if (isBackwards(filter)) return backwards
  if (!filter.choice) return 'Please select a saving type'
  if (isBare(filter)) return bare
  return isOneDate(filter) ? oneDate : undefined
}

export function mainFault(filter: ReportFilter): Fault {
  if (isBackwards(filter)) return backwards
  if (isBare(filter)) return bare
  if (isOneDate(filter)) return oneDate
  const { start_date, end_date } = filter
  return start_date && daysFrom(start_date, end_date) > maxMainRangeDays
    ? `Date range cannot exceed ${maxMainRangeDays} days`
    : undefined
}
