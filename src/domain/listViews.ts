import type { NamedRead } from '#contract/call'
import type { ViewContent } from '#contract/calls/views'
import { allCalls } from '#contract/index'
import type { Schema } from '#contract/values'
import { rowSchemaOf, wireFormOf } from './wire'

/** Input fields of a list that are no filters. */
const others = ['page', 'per_page', 'perPage', 'download', 'sort', 'order']

/** A list that can have views: it is read page by page. */
export const listNamed = (name: string): NamedRead | undefined =>
  allCalls.find(
    (call): call is NamedRead => call.name === name && call.kind === 'read' && 'page' in call.input.entries,
  )

/** The filters of a list, by name. Ids of the record that a list is about are no filters: they are in no address. */
export const filterOf = (call: NamedRead, name: string): Schema | undefined => {
  const schema = Object.hasOwn(call.input.entries, name) ? call.input.entries[name] : undefined
  const isFilter = schema && !others.includes(name) && (wireFormOf(schema) !== 'id' || isChoice(name))
  return isFilter ? schema : undefined
}

/** The wallet of a report is chosen by its number. */
const isChoice = (name: string) => name === 'business_id'

export const hasColumn = (call: NamedRead, field: string) =>
  call.csv?.some((column) => column.field === field) === true ||
  Object.hasOwn(rowSchemaOf(call.output)?.entries ?? {}, field)

/** The part of a content that the list has. */
export const knownContent = (call: NamedRead, content: ViewContent): ViewContent => ({
  ...content,
  filters: content.filters.filter(({ name }) => filterOf(call, name)),
  hidden: content.hidden.filter((field) => hasColumn(call, field)),
  sort: content.sort !== null && call.sortable?.includes(content.sort) ? content.sort : null,
})
