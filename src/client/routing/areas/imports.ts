import * as v from 'valibot'
import { calls } from '#contract/index'
import { exportAccess } from '#contract/calls/imports'
import { anyOf } from '#contract/permissions'
import { Id } from '#contract/values'
import { area } from '../route'

const { imports } = calls
const access = anyOf('can-import')
const ofOne = {
  access,
  parent: 'imports',
  state: v.object({ import_id: Id }),
  missing: 'No import is chosen',
} as const

export const importRoutes = area({
  imports: {
    path: '/import/list',
    title: 'Imports',
    access,
    parent: 'dashboard',
    menu: { section: 'Settings', label: 'Imports', waiting: ['imports'] },
    calls: [imports.getImports],
  },
  importCreate: {
    path: '/import/create',
    title: 'New Import',
    access,
    parent: 'imports',
    calls: [imports.createImport],
  },
  importDetails: {
    ...ofOne,
    path: '/import/details',
    title: 'Import',
    calls: [imports.getImport, imports.getImportFaults, imports.stopImport, imports.answerImportDates],
  },
  importFiles: {
    ...ofOne,
    path: '/import/files',
    title: 'Dry Run',
    calls: [imports.getImport, imports.checkImport],
  },
  importTotals: {
    ...ofOne,
    path: '/import/totals',
    title: 'Control Totals',
    calls: [imports.getImport, imports.enterImportTotals],
  },
  importRelease: {
    ...ofOne,
    path: '/import/release',
    title: 'Release Import',
    calls: [imports.getImport, imports.releaseImport],
  },
  importUndo: {
    ...ofOne,
    path: '/import/undo',
    title: 'Undo Import',
    calls: [imports.getImport, imports.undoImport],
  },
  importCancel: {
    ...ofOne,
    path: '/import/cancel',
    title: 'Cancel Import',
    calls: [imports.getImport, imports.cancelImport],
  },
  exportAll: {
    path: '/export/all',
    title: 'Export All',
    access: exportAccess,
    parent: 'dashboard',
    menu: { section: 'Settings', label: 'Export All' },
    calls: [imports.countBooks, imports.exportBooks],
  },
})
