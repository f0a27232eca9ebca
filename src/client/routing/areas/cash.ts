import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id, Text } from '#contract/values'
import { area } from '../route'

const { cash } = calls

/** The agent of a row; without one the screen asks for it. */
const ChosenAgent = v.nullish(v.object({ agent_id: Id }))
const OneDifference = v.object({ difference_id: Id })
const noDifference = 'Cash difference details not available'

export const cashRoutes = area({
  agentsCash: {
    path: '/agents/cash',
    title: 'Agents Cash',
    access: anyOf('can-view-remittance'),
    parent: 'dashboard',
    menu: { section: 'Collecting', label: 'Agents Cash' },
    calls: [cash.getAgentsCash],
  },
  cashTonight: {
    path: '/agents/cash/tonight',
    title: 'Cash Tonight',
    access: anyOf('can-view-remittance'),
    parent: 'dashboard',
    menu: { section: 'Collecting', label: 'Cash Tonight' },
    calls: [cash.getCashTonight],
  },
  agentCashMovements: {
    path: '/agents/cash/movements',
    title: 'Cash Movements',
    access: anyOf('can-view-remittance'),
    parent: 'agentsCash',
    state: v.object({ agent_id: Id, agent: v.optional(Text) }),
    missing: 'Cash movements not available',
    calls: [cash.getAgentCashMovements, cash.getCashAgents],
  },
  remittances: {
    path: '/remittance/list',
    title: 'Remittances',
    access: anyOf('can-view-remittance'),
    parent: 'dashboard',
    menu: { section: 'Collecting', label: 'Remittances', key: 'R' },
    calls: [cash.getRemittances],
  },
  remittanceCreate: {
    path: '/remittance/create',
    title: 'Record Remittance',
    access: anyOf('can-record-remittance'),
    parent: 'remittances',
    menu: { section: 'Collecting', label: 'Record Remittance' },
    state: ChosenAgent,
    calls: [cash.getCashAgents, cash.recordRemittance],
  },
  differences: {
    path: '/cash/difference/list',
    title: 'Cash Differences',
    access: anyOf('can-view-remittance'),
    parent: 'dashboard',
    menu: {
      section: 'Collecting',
      label: 'Cash Differences',
      waiting: ['differences_first', 'differences_second'],
    },
    calls: [cash.getCashDifferences],
  },
  differenceCreate: {
    path: '/cash/difference/create',
    title: 'Request Cash Difference',
    access: anyOf('can-record-remittance'),
    parent: 'differences',
    state: ChosenAgent,
    calls: [cash.getCashAgents, cash.getAgentCash, cash.requestCashDifference],
  },
  differenceFirst: {
    path: '/cash/difference/first/approval',
    title: 'Cash Difference First Approval',
    access: anyOf('can-do-first-approval'),
    parent: 'differences',
    state: OneDifference,
    missing: noDifference,
    calls: [cash.getCashDifferenceCase, cash.firstCashDifferenceDecision],
  },
  differenceSecond: {
    path: '/cash/difference/second/approval',
    title: 'Cash Difference Second Approval',
    access: anyOf('can-do-second-approval'),
    parent: 'differences',
    state: OneDifference,
    missing: noDifference,
    calls: [cash.getCashDifferenceCase, cash.secondCashDifferenceDecision],
  },
})
