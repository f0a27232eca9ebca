import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { area } from '../route'

const { arrears } = calls

export const arrearsRoutes = area({
  arrears: {
    path: '/report/arrears',
    title: 'Arrears',
    access: anyOf('can-view-arrears'),
    parent: 'dashboard',
    menu: { section: 'Arrears', label: 'Arrears', key: 'E' },
    calls: [arrears.getArrearsReport, arrears.getArrears],
  },
  arrearsTerms: {
    path: '/report/arrears/terms',
    title: 'Buckets and Provision',
    access: anyOf('can-view-arrears', 'can-edit-arrears-terms'),
    parent: 'dashboard',
    menu: { section: 'Arrears', label: 'Buckets and Provision' },
    calls: [arrears.getArrearsTerms],
  },
  arrearsTermsSet: {
    path: '/report/arrears/terms/set',
    title: 'Set Buckets and Provision',
    access: anyOf('can-edit-arrears-terms'),
    parent: 'arrearsTerms',
    calls: [arrears.getArrearsTerms, arrears.setArrearsTerms],
  },
})
