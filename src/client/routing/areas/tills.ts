import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id, Text } from '#contract/values'
import { area } from '../route'

const { cash, tills } = calls
const OneTill = v.object({ till_id: Id })
/** The till is named on a page that shows no amount of it before the count. */
const OneSession = v.object({ till_session_id: Id, till: v.optional(Text) })
const noTill = 'Till details not available'
const noSession = 'Till session not available'

export const tillRoutes = area({
  cashPlaces: {
    path: '/cash/places',
    title: 'Cash Now',
    access: anyOf('can-view-till'),
    parent: 'dashboard',
    menu: { section: 'Tills', label: 'Cash Now' },
    calls: [tills.getCashPlaces],
  },
  myTill: {
    path: '/tills/mine',
    title: 'My Till',
    access: anyOf('can-open-till'),
    parent: 'tills',
    menu: { section: 'Tills', label: 'My Till' },
    calls: [tills.getMyTill, tills.openTill, tills.closeTill],
  },
  tills: {
    path: '/tills',
    title: 'Tills',
    access: tills.getTills.access,
    parent: 'dashboard',
    menu: { section: 'Tills', label: 'Tills', key: 'T' },
    calls: [tills.getTills],
  },
  tillCreate: {
    path: '/tills/create',
    title: 'Create Till',
    access: anyOf('can-edit-till'),
    parent: 'tills',
    calls: [tills.createTill],
  },
  tillOff: {
    path: '/tills/off',
    title: 'Switch Off Till',
    access: anyOf('can-edit-till'),
    parent: 'tills',
    state: OneTill,
    missing: noTill,
    calls: [tills.getTills, tills.switchTill],
  },
  tillOn: {
    path: '/tills/on',
    title: 'Switch On Till',
    access: anyOf('can-edit-till'),
    parent: 'tills',
    state: OneTill,
    missing: noTill,
    calls: [tills.getTills, tills.switchTill],
  },
  tillClose: {
    path: '/tills/close',
    title: 'Close Till',
    access: anyOf('can-edit-till'),
    parent: 'tills',
    state: OneSession,
    missing: noSession,
    calls: [tills.closeTill],
  },
  tillDifference: {
    path: '/tills/difference',
    title: 'Request Till Difference',
    access: anyOf('can-open-till', 'can-edit-till'),
    parent: 'tills',
    state: OneSession,
    missing: noSession,
    calls: [cash.requestTillDifference],
  },
  tillMovements: {
    path: '/tills/movements',
    title: 'Till Movements',
    access: anyOf('can-view-till'),
    parent: 'tills',
    state: v.object({ till_id: Id, till: v.optional(Text) }),
    missing: 'Till movements not available',
    calls: [tills.getPlaceMovements],
  },
  tillSessions: {
    path: '/tills/sessions',
    title: 'Till Sessions',
    access: anyOf('can-view-till'),
    parent: 'tills',
    menu: { section: 'Tills', label: 'Till Sessions' },
    calls: [tills.getTillSessions],
  },
  tillReceive: {
    path: '/tills/receive',
    title: 'Receive Till Cash',
    access: anyOf('can-move-bank'),
    parent: 'tillSessions',
    state: OneSession,
    missing: noSession,
    calls: [tills.receiveTillCash],
  },
  vault: {
    path: '/vault',
    title: 'Vault',
    access: anyOf('can-view-till'),
    parent: 'dashboard',
    menu: { section: 'Tills', label: 'Vault' },
    calls: [tills.getPlaceMovements],
  },
  bankAccount: {
    path: '/bank',
    title: 'Bank Movements',
    access: anyOf('can-view-till'),
    parent: 'bankMovements',
    calls: [tills.getPlaceMovements],
  },
  bankMovements: {
    path: '/bank/list',
    title: 'Bank',
    access: anyOf('can-view-till', 'can-move-bank'),
    parent: 'dashboard',
    menu: { section: 'Tills', label: 'Bank' },
    calls: [tills.getBankMovements, tills.getBankSlip],
  },
  bankCreate: {
    path: '/bank/create',
    title: 'Record Bank Slip',
    access: anyOf('can-move-bank'),
    parent: 'bankMovements',
    calls: [tills.recordBankMovement],
  },
})
