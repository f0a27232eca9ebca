import * as v from 'valibot'
import {
  Agent,
  AgentActivity,
  AgentDevice,
  agentActivityColumns,
  agentColumns,
  agentTargetColumns,
  deviceColumns,
  Downline,
  downlineColumns,
  OneAgent,
  Target,
  waitingDeviceColumns,
} from './agentRows'
import { group, read, write } from '../call'
import { anyOf } from '../permissions'
import {
  AmountOrZero,
  Day,
  Email,
  FullName,
  Id,
  Month,
  optionalText,
  Phone,
  paged,
  pageInput,
  requiredText,
  SearchText,
  Text,
} from '../values'

const agentFields = {
  name: FullName,
  email: Email,
  phone_number: Phone,
  state: requiredText('Please select a state.'),
  lga: requiredText('Please select an LGA.'),
}
const oneAgent = v.object({ agent_id: Id })
const oneDevice = v.object({ device_id: Id })

export const agentCalls = group('agents', {
  getAgents: read({
    reads: ['agents'],
    path: 'getagents',
    access: anyOf('can-view-agent'),
    input: v.object({
      ...pageInput,
      search: v.optional(SearchText),
      status: v.optional(v.picklist(['ACTIVE', 'SUSPENDED'])),
    }),
    output: v.object({ data: paged(Agent) }),
    csv: agentColumns,
    sortable: ['created_at', 'name', 'email', 'state', 'status'],
    searchable: { by: ['name email phone_number'] },
  }),
  getAgent: read({
    reads: ['agentActivity', 'agents', 'customers', 'devices', 'ledger'],
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
  /** Active agents by name, to choose from for a customer (not in the spec). */
  getAgentChoices: read({
    reads: ['agents'],
    path: 'getagents',
    access: anyOf(
      'can-view-agent',
      'can-reassign-customer-to-agent',
      'can-register-customer',
      'can-edit-target',
      'can-edit-agent-pay',
    ),
    input: v.object({ choices: v.literal(true) }),
    output: v.object({
      data: v.array(v.object({ id: Id, name: Text, state: optionalText, lga: optionalText })),
    }),
  }),
  getAgentTotal: read({
    reads: ['agents'],
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
    // The agent's cash account.
    writes: ['agents', 'ledger'],
  }),
  updateAgent: write({
    path: 'updateagent',
    access: anyOf('can-edit-agent'),
    input: v.object({ ...agentFields, agent_id: Id }),
    subject: ['agent_id'],
    writes: ['agents'],
  }),
  deleteAgent: write({
    path: 'deleteagent',
    access: anyOf('can-delete-agent'),
    input: oneAgent,
    subject: ['agent_id'],
    writes: ['agents'],
  }),
  agentDevice: read({
    reads: ['agents', 'devices'],
    path: 'agentdevice',
    access: anyOf('can-view-agent-device'),
    input: oneAgent,
    output: v.object({ agent: v.array(AgentDevice) }),
    whole: { columns: deviceColumns },
  }),
  /** Devices of all agents that wait for approval (not in the spec). */
  waitingDevices: read({
    reads: ['agents', 'devices'],
    path: 'waitingdevices',
    access: anyOf('can-approve-device'),
    input: v.object(pageInput),
    output: v.object({ data: paged(AgentDevice) }),
    csv: waitingDeviceColumns,
    sortable: ['created_at'],
  }),
  agentDownline: read({
    reads: ['agents', 'customers'],
    path: 'agentdownline',
    access: anyOf('can-view-agent-downline'),
    input: oneAgent,
    output: v.object({ agent: v.array(Downline) }),
    whole: { columns: downlineColumns },
  }),
  /** A device that waits for approval, with the agent's others (not in the spec). */
  getWaitingDevice: read({
    reads: ['agents', 'devices'],
    path: 'getwaitingdevice',
    access: anyOf('can-approve-device'),
    input: v.object({ id: Id }),
    output: v.object({
      data: v.array(v.object({ ...AgentDevice.entries, agent_phone: Text, others: v.array(AgentDevice) })),
    }),
  }),
  setDeviceToPrimary: write({
    path: 'setdevicetoprimary',
    access: anyOf('can-set-device'),
    input: v.object({ device_id: Id, agent_id: Id }),
    subject: ['device_id'],
    writes: ['devices'],
  }),
  approveDevice: write({
    path: 'approvedevice',
    access: anyOf('can-approve-device'),
    input: oneDevice,
    subject: ['device_id'],
    writes: ['devices'],
  }),
  dissApproveDevice: write({
    path: 'dissapprovedevice',
    access: anyOf('can-disapprove-device'),
    input: oneDevice,
    subject: ['device_id'],
    writes: ['devices'],
  }),
  deleteDevice: write({
    path: 'deletedevice',
    access: anyOf('can-delete-device'),
    input: oneDevice,
    subject: ['device_id'],
    writes: ['devices'],
  }),
  reactivateAgent: write({
    path: 'reactivateagent',
    access: anyOf('can-reactivate-agent-account'),
    input: oneAgent,
    subject: ['agent_id'],
    writes: ['agents'],
  }),
  /** Suspends an active agent and withdraws device approvals; `reactivateAgent` reverses it (not in the spec). */
  suspendAgent: write({
    path: 'suspendagent',
    access: anyOf('can-reactivate-agent-account'),
    input: oneAgent,
    subject: ['agent_id'],
    writes: ['agents', 'devices'],
  }),
  resetAgentPassword: write({
    path: 'resetagentpassword',
    access: anyOf('can-reset-agent-password'),
    input: oneAgent,
    subject: ['agent_id'],
    writes: ['agents', 'devices'],
  }),
  agentTarget: read({
    reads: ['agentTargets', 'agents', 'customers', 'ledger'],
    path: 'agenttarget',
    access: anyOf('can-view-agent-targets'),
    /** This month without one (not in the spec). */
    input: v.object({ month: v.optional(Month) }),
    output: v.object({ data: v.array(Target) }),
    whole: { columns: agentTargetColumns },
  }),
  /** Sets what an agent is to bring in this month or a later one (not in the spec). */
  setAgentTarget: write({
    path: 'setagenttarget',
    access: anyOf('can-edit-target'),
    input: v.object({
      agent_id: Id,
      month: Month,
      savings: AmountOrZero,
      repaid: AmountOrZero,
      customers: v.message(
        v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000), v.metadata({ wire: 'id' })),
        'Enter new customers as a whole number, 0 for none.',
      ),
    }),
    subject: ['agent_id', 'month'],
    writes: ['agentTargets', 'agents'],
  }),
  agentHistory: read({
    reads: ['agentActivity', 'agents'],
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
    searchable: { by: ['name', 'action'], on: 'created_at' },
  }),
})
