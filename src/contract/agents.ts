import * as v from 'valibot'
import {
  Agent,
  AgentActivity,
  AgentDevice,
  agentActivityColumns,
  agentColumns,
  Downline,
  OneAgent,
  Target,
} from './agentRows'
import { group, read, write } from './call'
import { anyOf } from './permissions'
import { Day, Email, FullName, Id, optionalText, Phone, paged, pageInput, SearchText, Text } from './values'

const agentFields = { name: FullName, email: Email, phone_number: Phone, state: Text, lga: Text }
const oneAgent = v.object({ agent_id: Id })
const oneDevice = v.object({ device_id: Id })

export const agentCalls = group('agents', {
  getAgents: read({
    path: 'getagents',
    access: anyOf('can-view-agent'),
    input: v.object({ ...pageInput, search: v.optional(SearchText) }),
    output: v.object({ data: paged(Agent) }),
    csv: agentColumns,
    sortable: ['created_at', 'name', 'email', 'state', 'status'],
    sought: { by: ['name email phone_number'] },
  }),
  getAgent: read({
    path: 'getagents',
    access: anyOf(
      'can-view-agent',
      'can-view-agent-details',
      'can-view-more-agent-details',
      'can-edit-agent',
      'can-delete-agent',
      'can-view-agent-device',
      'can-set-device',
      'can-approve-device',
      'can-disapprove-device',
      'can-delete-device',
      'can-view-agent-downline',
      'can-reactivate-agent-account',
      'can-reset-agent-password',
    ),
    input: v.object({ id: Id }),
    output: v.object({ data: v.array(OneAgent) }),
  }),
  /** Who can take over customers: the active ones, by name (ours, for the list to choose from). */
  getAgentChoices: read({
    path: 'getagents',
    access: anyOf('can-view-agent', 'can-reassign-customer-to-agent'),
    input: v.object({ choices: v.literal(true) }),
    output: v.object({
      data: v.array(v.object({ id: Id, name: Text, state: optionalText, lga: optionalText })),
    }),
  }),
  getAgentTotal: read({
    path: 'getagents',
    access: 'session',
    input: v.object({}),
    output: v.object({ data: v.object({ total: v.number() }) }),
  }),
  addAgent: write({
    path: 'addagent',
    access: anyOf('can-create-agent'),
    input: v.object(agentFields),
    subject: ['email'],
    writes: ['agents'],
    makesStale: ['agents'],
  }),
  updateAgent: write({
    path: 'updateagent',
    access: anyOf('can-edit-agent'),
    input: v.object({ ...agentFields, agent_id: Id }),
    subject: ['agent_id'],
    writes: ['agents'],
    makesStale: ['agents'],
  }),
  deleteAgent: write({
    path: 'deleteagent',
    access: anyOf('can-delete-agent'),
    input: oneAgent,
    subject: ['agent_id'],
    writes: ['agents', 'devices'],
    makesStale: ['agents', 'dashboard'],
  }),
  agentDevice: read({
    path: 'agentdevice',
    access: anyOf('can-view-agent-device'),
    input: oneAgent,
    output: v.object({ agent: v.array(AgentDevice) }),
  }),
  agentDownline: read({
    path: 'agentdownline',
    access: anyOf('can-view-agent-downline'),
    input: oneAgent,
    output: v.object({ agent: v.array(Downline) }),
  }),
  setDeviceToPrimary: write({
    path: 'setdevicetoprimary',
    access: anyOf('can-set-device'),
    input: v.object({ device_id: Id, agent_id: Id }),
    subject: ['device_id'],
    writes: ['devices'],
    makesStale: ['agents'],
  }),
  approveDevice: write({
    path: 'approvedevice',
    access: anyOf('can-approve-device'),
    input: oneDevice,
    subject: ['device_id'],
    writes: ['devices'],
    makesStale: ['agents', 'dashboard'],
  }),
  dissApproveDevice: write({
    path: 'dissapprovedevice',
    access: anyOf('can-disapprove-device'),
    input: oneDevice,
    subject: ['device_id'],
    writes: ['devices'],
    makesStale: ['agents', 'dashboard'],
  }),
  deleteDevice: write({
    path: 'deletedevice',
    access: anyOf('can-delete-device'),
    input: oneDevice,
    subject: ['device_id'],
    writes: ['devices'],
    makesStale: ['agents', 'dashboard'],
  }),
  reactivateAgent: write({
    path: 'reactivateagent',
    access: anyOf('can-reactivate-agent-account'),
    input: oneAgent,
    subject: ['agent_id'],
    writes: ['agents'],
    makesStale: ['agents', 'dashboard'],
  }),
  /** Ours: closes an active account and its devices at once; `reactivateAgent` opens the account again. */
  suspendAgent: write({
    path: 'suspendagent',
    access: anyOf('can-reactivate-agent-account'),
    input: oneAgent,
    subject: ['agent_id'],
    writes: ['agents', 'devices'],
    makesStale: ['agents', 'dashboard'],
  }),
  resetAgentPassword: write({
    path: 'resetagentpassword',
    access: anyOf('can-reset-agent-password'),
    input: oneAgent,
    subject: ['agent_id'],
    writes: ['agents'],
    makesStale: ['agents'],
  }),
  agentTarget: read({
    path: 'agenttarget',
    access: anyOf('can-view-agent-targets'),
    input: v.object({}),
    output: v.object({ data: v.array(Target) }),
  }),
  agentHistory: read({
    path: 'agenthistory',
    access: anyOf('can-view-agent-history'),
    input: v.object({
      ...pageInput,
      search: v.optional(SearchText),
      start_date: v.optional(Day),
      end_date: v.optional(Day),
    }),
    output: v.object({ data: paged(AgentActivity) }),
    csv: agentActivityColumns,
    sortable: ['created_at'],
    sought: { by: ['name', 'action'], on: 'created_at' },
  }),
})
