import * as v from 'valibot'
import { settingKeys, settingKinds } from '../businessSettings'
import { columnsOf, group, read, write } from '../call'
import { anyOf } from '../permissions'
import { Id, optionalText, paged, snakePageInput, Stamp, Text } from '../values'
import { decisionInput, oneDecisionColumns, oneDecisionFields, Reason } from './approvals'

const Key = v.picklist(settingKeys, 'Please select a setting.')

/** A setting of the business as it is now. */
const BusinessSetting = v.object({
  /** Its place in the registry, for links. */
  id: Id,
  key: Key,
  label: Text,
  kind: v.picklist(settingKinds),
  help: Text,
  /** As it is entered. */
  entry: Text,
  /** As people read it. */
  value: Text,
  /** Whether it can be none. */
  optional: v.boolean(),
  /** Who requested it and who approved it; null while it has its default. */
  requested_by_name: optionalText,
  decided_by_name: optionalText,
  set_at: v.nullable(Stamp),
  reference: optionalText,
  /** The reference of a change that awaits its decision. */
  open_change: optionalText,
})
export type BusinessSetting = v.InferOutput<typeof BusinessSetting>

export const businessSettingColumns = columnsOf(BusinessSetting, [
  { field: 'label', header: 'Setting', kind: 'text', isSubject: true },
  { field: 'value', header: 'Value', kind: 'text' },
  { field: 'set_at', header: 'Set', kind: 'datetime', sparse: true },
  { field: 'requested_by_name', header: 'Requested By', kind: 'text', sparse: true },
  { field: 'decided_by_name', header: 'Approved By', kind: 'text', sparse: true },
  { field: 'open_change', header: 'Open Change', kind: 'text', sparse: true },
  { field: 'help', header: 'What It Does', kind: 'text' },
])

/** A request to change a setting, and what was decided. */
const SettingChange = v.object({
  id: Id,
  created_at: Stamp,
  reference: Text,
  setting: Text,
  /** The old and the new value. */
  changes: Text,
  reason: Text,
  ...oneDecisionFields,
})

export const settingChangeColumns = columnsOf(SettingChange, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'setting', header: 'Setting', kind: 'text', isSubject: true },
  { field: 'changes', header: 'Change', kind: 'text' },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'reason', header: 'Reason', kind: 'text' },
  ...oneDecisionColumns,
])

const SettingChangeCase = v.object({
  ...SettingChange.entries,
  help: Text,
  /** Why it can only be rejected: the setting changed since; null if it can be approved, or is decided. */
  obstacle: optionalText,
  /** Why the caller may not decide; null if they may. */
  against: optionalText,
})
export type SettingChangeCase = v.InferOutput<typeof SettingChangeCase>

const access = anyOf('can-edit-setting', 'can-approve-setting')

/** Settings of the business, which two admins change. */
export const settingCalls = group('settings', {
  getBusinessSettings: read({
    reads: ['admins', 'businessSettings', 'settingChanges'],
    path: 'getbusinesssettings',
    access,
    input: v.object({}),
    output: v.object({ data: v.array(BusinessSetting) }),
    whole: { columns: businessSettingColumns },
  }),
  requestSettingChange: write({
    path: 'requestsettingchange',
    access: anyOf('can-edit-setting'),
    /** The value as it is entered: 'on', '500000.00', '18', or empty for none. */
    input: v.object({
      key: Key,
      value: v.pipe(Text, v.maxLength(30, 'Please enter a valid value.')),
      reason: Reason,
    }),
    subject: ['key'],
    writes: ['settingChanges'],
  }),
  getSettingChanges: read({
    reads: ['admins', 'settingChanges'],
    path: 'getsettingchanges',
    access,
    input: v.object({ ...snakePageInput, waiting: v.optional(v.literal('mine')) }),
    output: v.object({ data: paged(SettingChange) }),
    csv: settingChangeColumns,
    sortable: ['created_at'],
  }),
  /** One change with what is needed to decide on it. */
  getSettingChangeCase: read({
    reads: ['admins', 'businessSettings', 'settingChanges'],
    path: 'getsettingchanges',
    access,
    input: v.object({ id: Id }),
    output: v.object({ data: v.array(SettingChangeCase) }),
  }),
  settingChangeDecision: write({
    path: 'settingchangedecision',
    access: anyOf('can-approve-setting'),
    input: decisionInput,
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['id'],
    writes: ['businessSettings', 'settingChanges'],
  }),
})
