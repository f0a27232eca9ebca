import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id, Text } from '#contract/values'
import { area } from '../route'

const { agentPay, agents } = calls

const OneStatement = v.object({ statement_id: Id })
const noStatement = 'Statement details not available'

export const agentPayRoutes = area({
  agentStatements: {
    path: '/agents/pay/list',
    title: 'Agents Commission',
    access: anyOf('can-view-agent-pay'),
    parent: 'dashboard',
    menu: {
      section: 'Agents',
      label: 'Agents Commission',
      waiting: ['statements_first', 'statements_second'],
    },
    calls: [agentPay.getAgentStatements],
  },
  agentStatement: {
    path: '/agents/pay/details',
    title: 'Statement Details',
    access: anyOf('can-view-agent-pay'),
    parent: 'agentStatements',
    state: OneStatement,
    missing: noStatement,
    calls: [agentPay.getAgentStatementCase],
  },
  agentStatementRows: {
    path: '/agents/pay/rows',
    title: 'Statement Rows',
    access: anyOf('can-view-agent-pay', 'can-do-first-approval', 'can-do-second-approval'),
    parent: 'agentStatements',
    state: v.object({ statement_id: Id, statement: v.optional(Text) }),
    missing: noStatement,
    calls: [agentPay.getAgentStatementRows],
  },
  agentStatementsMake: {
    path: '/agents/pay/make',
    title: 'Make Statements',
    access: anyOf('can-edit-agent-pay'),
    parent: 'agentStatements',
    state: v.nullish(v.object({ month: Text, agent_id: Id })),
    calls: [agents.getAgentChoices, agentPay.makeAgentStatements],
  },
  agentStatementFirst: {
    path: '/agents/pay/first/approval',
    title: 'Statement First Approval',
    access: anyOf('can-do-first-approval'),
    parent: 'agentStatements',
    state: OneStatement,
    missing: noStatement,
    calls: [agentPay.getAgentStatementCase, agentPay.firstAgentStatementDecision],
  },
  agentStatementSecond: {
    path: '/agents/pay/second/approval',
    title: 'Statement Second Approval',
    access: anyOf('can-do-second-approval'),
    parent: 'agentStatements',
    state: OneStatement,
    missing: noStatement,
    calls: [agentPay.getAgentStatementCase, agentPay.secondAgentStatementDecision],
  },
  agentPayment: {
    path: '/agents/pay/payment',
    title: 'Pay Agent',
    access: anyOf('can-pay-agent'),
    parent: 'agentStatements',
    state: OneStatement,
    missing: noStatement,
    calls: [agentPay.getAgentStatementCase, agentPay.payAgent],
  },
  agentPayTerms: {
    path: '/agents/pay/terms',
    title: 'Commission Rates',
    access: anyOf('can-view-agent-pay', 'can-edit-agent-pay'),
    parent: 'agentStatements',
    calls: [agentPay.getAgentPayTerms],
  },
  agentPayTermsSet: {
    path: '/agents/pay/terms/set',
    title: 'Set Commission Rates',
    access: anyOf('can-edit-agent-pay'),
    parent: 'agentPayTerms',
    calls: [agents.getAgentChoices, agentPay.setAgentPayTerms],
  },
  agentTargetSet: {
    path: '/agents/target/set',
    title: 'Set Target',
    access: anyOf('can-edit-target'),
    parent: 'agentTargets',
    state: v.nullish(v.object({ agent_id: Id })),
    calls: [agents.getAgentChoices, agents.setAgentTarget],
  },
})
