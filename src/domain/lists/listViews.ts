import type { NamedRead } from '#contract/call'
import type { ViewContent } from '#contract/calls/views'
import { allCalls } from '#contract/index'
import { Day, type Schema, SearchText } from '#contract/values'
import { rowSchemaOf, wireFormOf } from '../wire'

/** Input fields of a list that are no filters. */
const others = ['page', 'per_page', 'perPage', 'download', 'sort', 'order']

/** A list that can have views: it is read page by page, or comes whole. */
export const listNamed = (name: string): NamedRead | undefined =>
  allCalls.find(
    (call): call is NamedRead =>
      call.name === name &&
      call.kind === 'read' &&
      ('page' in call.input.entries || call.whole !== undefined),
  )

/** Filters of the browser, for the rows of a whole list. */
const ownFilters = ({ whole }: NamedRead): Record<string, Schema> => ({
  ...(whole && { search: SearchText }),
  ...(whole?.byDay && { start_date: Day, end_date: Day }),
})

/** The filters of a list, by name. Ids of the record that a list is about are no filters: they are in no address. */
export const filterOf = (call: NamedRead, name: string): Schema | undefined => {
  const entries = { ...call.input.entries, ...ownFilters(call) }
  const schema = Object.hasOwn(entries, name) ? entries[name] : undefined
  const isFilter = schema && !others.includes(name) && (wireFormOf(schema) !== 'id' || isChoice(call, name))
  return isFilter ? schema : undefined
}

/** Ids that are chosen among names; of these groups the agent is the record that the list is about. */
const chosenIds = ['agent_id', 'market_id', 'savings_type_id', 'loan_type_id', 'decided_by']
const ofOneAgent = ['agents', 'arrears']

/** The wallet of a report is chosen by its number. */
const isChoice = ({ group, input }: NamedRead, name: string) =>
  name === 'business_id' ||
  (chosenIds.includes(name) && input.entries[name]?.type === 'optional' && !ofOneAgent.includes(group))

const columnsIn = ({ whole, csv = [] }: NamedRead) => whole?.columns ?? csv

export const hasColumn = (call: NamedRead, field: string) =>
  columnsIn(call).some((column) => column.field === field) ||
  Object.hasOwn(rowSchemaOf(call.output)?.entries ?? {}, field)

/** A whole list is sorted by any of its columns. */
export const isSortedBy = ({ whole, sortable = [] }: NamedRead, field: string) =>
  whole ? whole.columns.some((column) => column.field === field) : sortable.includes(field)

/** The part of a content that the list has. */
export const knownContent = (call: NamedRead, content: ViewContent): ViewContent => ({
  ...content,
  filters: content.filters.filter(({ name }) => filterOf(call, name)),
  hidden: content.hidden.filter((field) => hasColumn(call, field)),
  sort: content.sort !== null && isSortedBy(call, content.sort) ? content.sort : null,
})
