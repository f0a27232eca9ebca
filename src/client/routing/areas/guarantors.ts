import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { area } from '../route'

const { guarantors } = calls

export const guarantorRoutes = area({
  guarantors: {
    path: '/guarantor/list',
    title: 'Guarantors',
    access: anyOf('can-view-guarantor'),
    parent: 'dashboard',
    menu: { section: 'Loan', label: 'Guarantors' },
    calls: [guarantors.getGuarantor, guarantors.getGuarantorFileUpload],
  },
})
