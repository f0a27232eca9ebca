import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id } from '#contract/values'
import { area } from '../route'

const { requests } = calls

const OneRequest = v.object({ request_id: Id })
const noRequest = 'Request details not available'

export const requestRoutes = area({
  requests: {
    path: '/request/list',
    title: 'Fund Requests',
    access: anyOf('can-view-request'),
    parent: 'dashboard',
    menu: {
      section: 'Fund Requests',
      label: 'Fund Requests',
      key: 'F',
      waiting: ['requests_first', 'requests_second'],
    },
    calls: [requests.getRequestList],
  },
  requestCreate: {
    path: '/request/create',
    title: 'Create Request',
    access: anyOf('can-create-request'),
    parent: 'requests',
    calls: [requests.createRequest],
  },
  requestFirst: {
    path: '/request/first/approvalordissaproval',
    title: 'Request First Approval',
    access: anyOf('can-do-first-approval'),
    parent: 'requests',
    state: OneRequest,
    missing: noRequest,
    calls: [requests.getRequestCase, requests.firstApprovalOrDisapproval],
  },
  requestSecond: {
    path: '/request/second/approvalordisapproval',
    title: 'Request Second Approval',
    access: anyOf('can-do-second-approval'),
    parent: 'requests',
    state: OneRequest,
    missing: noRequest,
    calls: [requests.getRequestCase, requests.secondApprovalOrDisapproval],
  },
})
