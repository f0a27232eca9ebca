import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id } from '#contract/values'
import { area } from '../route'

const { settings } = calls

export const settingRoutes = area({
  businessSettings: {
    path: '/settings/business',
    title: 'Business Settings',
    access: settings.getBusinessSettings.access,
    parent: 'dashboard',
    menu: { section: 'Settings', label: 'Business Settings' },
    calls: [settings.getBusinessSettings],
  },
  businessSettingSet: {
    path: '/settings/business/set',
    title: 'Set Business Setting',
    access: anyOf('can-edit-setting'),
    parent: 'businessSettings',
    state: v.object({ key: settings.requestSettingChange.input.entries.key }),
    missing: 'Setting not available',
    calls: [settings.getBusinessSettings, settings.requestSettingChange],
  },
  settingChanges: {
    path: '/settings/change/list',
    title: 'Changes of Settings',
    access: settings.getSettingChanges.access,
    parent: 'businessSettings',
    menu: { section: 'Settings', label: 'Changes of Settings', waiting: ['setting_changes'] },
    calls: [settings.getSettingChanges],
  },
  settingChangeApproval: {
    path: '/settings/change/approval',
    title: 'Approval of a Setting',
    access: anyOf('can-approve-setting'),
    parent: 'settingChanges',
    state: v.object({ setting_change_id: Id }),
    missing: 'Change of a setting not available',
    calls: [settings.getSettingChangeCase, settings.settingChangeDecision],
  },
})
