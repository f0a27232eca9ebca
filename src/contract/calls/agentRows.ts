import * as v from 'valibot'
import { columnsOf } from '../call'
import { Day, Flag, Id, Kobo, optionalText, Stamp, Text, TextFlag } from '../values'

const AgentStatus = v.picklist(['ACTIVE', 'SUSPENDED', 'DELETED'])

/** The list has all fields of the spec; the file omits internal ones. */
export const Agent = v.object({
  id: Id,
  name: Text,
  email: Text,
  phone_number: Text,
  state: optionalText,
  lga: optionalText,
  profile_photo: optionalText,
  status: AgentStatus,
  created_at: Stamp,
  first_name: Text,
  last_name: Text,
  office_address: optionalText,
  home_address: optionalText,
  otp_generated_at: v.nullable(Stamp),
  two_factor_enabled: Flag,
  notification_status: Flag,
  login_attempts: v.number(),
  delete: TextFlag,
  set_pin: Flag,
})
export type Agent = v.InferOutput<typeof Agent>

export const AgentDevice = v.object({
  id: Id,
  agent_id: Id,
  agentName: Text,
  device_name: Text,
  is_primary: Flag,
  is_approved: Flag,
  /** The decision (not in the spec). A suspension of the agent makes approved devices wait again. */
  status: v.picklist(['Waiting', 'Approved', 'Disapproved']),
  created_at: Stamp,
  /** What it said of itself when it was enrolled. These are absent in what was saved by an older release. */
  model: v.optional(optionalText),
  last_seen_at: v.optional(v.nullable(Stamp)),
  /** How far its clock was off when it last said its time: 'Right', '62 min ahead'. */
  clock: v.optional(optionalText),
})
export type AgentDevice = v.InferOutput<typeof AgentDevice>

/** Sent only to callers with can-view-more-agent-details or can-view-all. */
export const AgentStanding = v.object({
  customers_count: v.number(),
  /** The cash that the agent holds, and since when (not in the spec). */
  float: Kobo,
  held_since: v.nullable(Stamp),
  devices: v.array(AgentDevice),
  last_activity: v.nullable(v.object({ action: Text, created_at: Stamp })),
})

export const OneAgent = v.object({
  ...Agent.entries,
  device: v.nullable(v.pick(AgentDevice, ['device_name', 'is_primary', 'is_approved'])),
  standing: v.optional(AgentStanding),
})
export type OneAgent = v.InferOutput<typeof OneAgent>

export const Downline = v.object({
  /** An invalid one is shown as such. */
  created_at: optionalText,
  first_name: Text,
  last_name: Text,
  user_type: Text,
  phone_number: Text,
  office_address: optionalText,
  home_address: optionalText,
  agentName: v.optional(Text),
})
export const Target = v.object({
  id: Id,
  created_at: Stamp,
  first_name: Text,
  last_name: Text,
  phone_number: Text,
  home_address: optionalText,
  office_address: optionalText,
  /** Not in the spec, and absent in what was saved by an older release: what was set for the month, null without a target, and what came. */
  month: v.optional(Day),
  savings_target: v.optional(v.nullable(Kobo)),
  savings: v.optional(Kobo),
  repaid_target: v.optional(v.nullable(Kobo)),
  repaid: v.optional(Kobo),
  customers_target: v.optional(v.nullable(v.number())),
  customers: v.optional(v.number()),
})
export const AgentActivity = v.object({
  id: Id,
  /** Null for a deleted agent. */
  agent_id: v.nullable(Id),
  created_at: Stamp,
  name: Text,
  action: Text,
  status: Text,
})

export const agentColumns = columnsOf(Agent, [
  { field: 'name', header: 'Full Name', kind: 'text' },
  { field: 'phone_number', header: 'Phone', kind: 'phone' },
  { field: 'email', header: 'Email', kind: 'email', hidden: true },
  { field: 'state', header: 'State', kind: 'text' },
  { field: 'lga', header: 'LGA', kind: 'text' },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'first_name', header: 'First Name', kind: 'text', hidden: true },
  { field: 'last_name', header: 'Last Name', kind: 'text', hidden: true },
  { field: 'home_address', header: 'Home Address', kind: 'text', hidden: true },
  { field: 'office_address', header: 'Office Address', kind: 'text', hidden: true },
])

export const agentActivityColumns = columnsOf(AgentActivity, [
  { field: 'created_at', header: 'Date', kind: 'datetime' },
  { field: 'name', header: 'Full Name', kind: 'text' },
  { field: 'action', header: 'Action', kind: 'text' },
  { field: 'status', header: 'Status', kind: 'status' },
])

export const downlineColumns = columnsOf(Downline, [
  { field: 'created_at', header: 'Date', kind: 'datetime', invalid: 'No Downlines Yet' },
  { field: 'first_name', header: 'First Name', kind: 'text' },
  { field: 'last_name', header: 'Last Name', kind: 'text' },
  { field: 'user_type', header: 'User Type', kind: 'text' },
  { field: 'phone_number', header: 'Phone', kind: 'phone' },
  { field: 'home_address', header: 'Home Address', kind: 'text' },
  { field: 'office_address', header: 'Office Address', kind: 'text' },
])

const TargetRow = v.object({ ...Target.entries, name: Text })
export const agentTargetColumns = columnsOf(TargetRow, [
  { field: 'created_at', header: 'Date', kind: 'datetime' },
  { field: 'name', header: 'Full Name', kind: 'text' },
  { field: 'phone_number', header: 'Phone', kind: 'phone' },
  { field: 'home_address', header: 'Home Address', kind: 'text' },
  { field: 'office_address', header: 'Office Address', kind: 'text' },
  { field: 'month', header: 'Month', kind: 'date', hidden: true, ofMonth: true },
  { field: 'savings', header: 'Savings', kind: 'money', isSummed: true },
  { field: 'savings_target', header: 'Savings Target', kind: 'money', isSummed: true },
  { field: 'repaid', header: 'Loans Repaid', kind: 'money', isSummed: true },
  { field: 'repaid_target', header: 'Loans Target', kind: 'money', isSummed: true },
  { field: 'customers', header: 'New Customers', kind: 'number', isSummed: true },
  { field: 'customers_target', header: 'Customers Target', kind: 'number', isSummed: true },
])

export const waitingDeviceColumns = columnsOf(AgentDevice, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'agentName', header: 'Agent Name', kind: 'text' },
  { field: 'device_name', header: 'Device Name', kind: 'text' },
  { field: 'model', header: 'Model', kind: 'text', sparse: true, isMinor: true },
])

export const deviceColumns = columnsOf(AgentDevice, [
  { field: 'device_name', header: 'Device Name', kind: 'text' },
  { field: 'is_primary', header: 'Primary', kind: 'yesNo' },
  { field: 'is_approved', header: 'Approved', kind: 'yesNo' },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'model', header: 'Model', kind: 'text', sparse: true },
  { field: 'last_seen_at', header: 'Last Seen', kind: 'datetime', sparse: true },
  { field: 'clock', header: 'Clock', kind: 'text', sparse: true },
])
