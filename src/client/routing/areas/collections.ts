import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Day, Id, Text } from '#contract/values'
import { area } from '../route'

const { calendar, collections } = calls

/** The agent and the day of a sheet; without them the screen asks. With a customer, whose lines are shown first. */
const ChosenSheet = v.nullish(
  v.object({
    agent_id: v.optional(Id),
    day: v.optional(Day),
    user_id: v.optional(Id),
    customer: v.optional(Text),
  }),
)

export const collectionRoutes = area({
  collectionSheet: {
    path: '/collection/sheet',
    title: 'Collection Sheet',
    access: anyOf('can-record-collection'),
    parent: 'collections',
    menu: { section: 'Collecting', label: 'Collection Sheet', key: 'S' },
    state: ChosenSheet,
    calls: [
      collections.getCollectors,
      collections.getCollectionSheet,
      collections.getCollectable,
      calendar.getCalendar,
      collections.recordSheet,
      collections.requestSheet,
    ],
  },
  collections: {
    path: '/collection/list',
    title: 'Collections',
    access: anyOf('can-view-collection'),
    parent: 'dashboard',
    menu: { section: 'Collecting', label: 'Collections' },
    calls: [collections.getCollections],
  },
  sheetRequests: {
    path: '/collection/request/list',
    title: 'Sheet Requests',
    access: anyOf('can-record-collection', 'can-approve-collection'),
    parent: 'dashboard',
    menu: { section: 'Collecting', label: 'Sheet Requests', waiting: ['sheets'] },
    calls: [collections.getSheetRequests],
  },
  sheetApproval: {
    path: '/collection/request/approval',
    title: 'Sheet Approval',
    access: anyOf('can-record-collection', 'can-approve-collection'),
    parent: 'sheetRequests',
    state: v.object({ sheet_request_id: Id }),
    missing: 'Sheet details not available',
    calls: [collections.getSheetRequest, collections.sheetRequestDecision],
  },
  lateBatches: {
    path: '/collection/batch/list',
    title: 'Late Batches',
    access: anyOf('can-record-collection', 'can-approve-collection'),
    parent: 'dashboard',
    menu: { section: 'Collecting', label: 'Late Batches', waiting: ['late_batches'] },
    calls: [collections.getLateBatches],
  },
  lateBatchApproval: {
    path: '/collection/batch/approval',
    title: 'Late Batch Approval',
    access: anyOf('can-record-collection', 'can-approve-collection'),
    parent: 'lateBatches',
    state: v.object({ late_batch_id: Id }),
    missing: 'Late batch details not available',
    calls: [collections.getLateBatch, collections.lateBatchDecision],
  },
  collectionDetails: {
    path: '/collection/details',
    title: 'Collection',
    access: anyOf('can-view-collection', 'can-record-collection'),
    parent: 'collections',
    state: v.object({ collection_id: Id }),
    missing: 'Collection details not available',
    calls: [collections.getCollection],
  },
})
