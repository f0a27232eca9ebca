import { describe, expect, it } from 'vitest'
import { loanTypeTerms } from './calls/loanTypes'
import { makesStale, mayLag, type Records, requiredFields, withoutSecrets } from './call'
import { allCalls } from './index'
import { permissionCatalogue } from './permissionCatalogue'
import additions from '../../docs/change/additions.md?raw'

/** The access of the calls that the specification names, written out again, so that it can't change by accident. */
const specified = `
session.adminLogin                 login                  read  E  public
session.loginToken                 auth/token             read  E  loginToken
session.getSingleAdminPermission   viewpermission         read  E  can-view-permission
session.changePassword             changePassword         write E  session
session.logout                     logout                 write -  session
dashboard.getSumOfLoan             getsumofloan           read  -  session
dashboard.getSumOfSavings          getsumofsavings        read  -  session
dashboard.sumOfApprovedLoan        sumofapprovedloan      read  -  session
dashboard.sumOfOverdueLoan         sumofoverdueloan       read  -  session
dashboard.getMainWalletsBalance    getmainwalletsbalance  read  -  role superadmin
dashboard.creditMainWalletsBalance creditmainwalletsbalance write -  role superadmin and can-credit-main-wallet
admins.getAdmin                    getadmins              read  E  can-view-admin
admins.getAdmins                   getadmins              read  E  can-view-admin
admins.addAdmin                    createadmins           write E  can-create-admin
admins.updateAdmin                 updateadmins           write E  can-edit-admin
admins.deleteAdmin                 deleteadmins           write E  can-delete-admin
admins.getAdminById                getadmins              read  E  can-view-admin
admins.inActiveAdmin               deletedadmins          read  E  can-view-admin
admins.activateDeletedAdmins       activatedeletedadmins  write E  can-reactivate-admin-account
admins.permanentlyDeleteAdmins     permanentlydeleteadmins write E  can-delete-admin
admins.reactivateAdminAccount      unrestrict             write E  can-reactivate-admin-account
admins.resetPassword               resetPassword          write E  can-reset-admin-password
admins.assignRoletoAdmin           assignrole             write E  can-assign-role
admins.assignPermissionToAdmin     assignpermission       write E  can-assign-permission
admins.removePermissionFromAdmin   removepermission       write E  can-view-permission
admins.getAdminActivityLog         adminlogs              read  E  role superadmin
roles.getRole                      getroles               read  E  can-view-roles can-assign-role
roles.getRoles                     getroles               read  E  can-view-roles can-assign-role
roles.addRoles                     createroles            write E  can-create-role
roles.editRoles                    editrole               write E  can-edit-role
roles.deleteRoles                  deleterole             write E  can-delete-roles
roles.getRolesAndPermission        viewrolepermission     read  E  can-view-roles
roles.getPermission                getpermission          read  E  can-view-permission can-create-role can-edit-role can-assign-permission
roles.getDirectPermissions         getpermission          read  E  can-view-permission can-create-role can-edit-role can-assign-permission
roles.getPermissions               getpermission          read  E  can-view-permission can-create-role can-edit-role can-assign-permission
roles.createPermission             permission/create      write E  can-create-permission
roles.editPermission               permission/edit        write E  can-edit-permission
roles.deletePermission             permission/delete      write E  can-delete-permission
agents.getAgents                   getagents              read  -  can-view-agent
agents.getAgent                    getagents              read  -  can-view-agent can-view-agent-details can-view-more-agent-details can-edit-agent can-delete-agent can-view-agent-device can-set-device can-approve-device can-disapprove-device can-delete-device can-view-agent-downline can-reactivate-agent-account can-reset-agent-password
agents.getAgentTotal               getagents              read  -  session
agents.addAgent                    addagent               write -  can-create-agent
agents.updateAgent                 updateagent            write -  can-edit-agent
agents.deleteAgent                 deleteagent            write -  can-delete-agent
agents.agentDevice                 agentdevice            read  -  can-view-agent-device
agents.agentDownline               agentdownline          read  -  can-view-agent-downline
agents.setDeviceToPrimary          setdevicetoprimary     write -  can-set-device
agents.approveDevice               approvedevice          write -  can-approve-device
agents.dissApproveDevice           dissapprovedevice      write -  can-disapprove-device
agents.deleteDevice                deletedevice           write -  can-delete-device
agents.reactivateAgent             reactivateagent        write -  can-reactivate-agent-account
agents.resetAgentPassword          resetagentpassword     write -  can-reset-agent-password
agents.agentTarget                 agenttarget            read  -  can-view-agent-targets
agents.agentHistory                agenthistory           read  -  can-view-agent-history
customers.getCustomers             getcustomers           read  -  can-view-customer
customers.getCustomer              getcustomers           read  -  can-view-customer
customers.getCustomerByUserId      getcustomers           read  -  can-view-customer
customers.getCustomerTotal         getcustomers           read  -  session
customers.getCustomerIdForLoan     getcustomeridforloan   read  -  can-view-customer-details
customers.getCustomersBalance      getcustomersbalance    read  -  can-view-customer-details can-credit-customer can-create-withdrawal
customers.assignAgentToCustomer    assignagenttocustomer  write -  can-reassign-customer-to-agent
customers.BatchassignAgentToCustomer batchassignagenttocustomer write -  can-reassign-customer-to-agent
customers.creditUser               credituser             write -  can-credit-customer
customers.savingWalletToMainWallets savingwallettomainwallets write -  can-credit-customer
customers.customerRescheduled      customerrescheduled    read  -  can-view-customer
loans.loanHistory                  loanhistory            read  F  can-view-loan-history
loans.loanHistoryRepayment         loanhistoryrepayment   read  -  can-view-loan-history
loans.loanDisbursementHistory      loandisbursementhistory read  -  can-view-loan-disbursement
loans.customerLoanHistory          customerloanhistory    read  -  can-view-loan-history
loans.getLoanType                  getloantype            read  -  session
loans.updateLoanType               updateloantype         write -  can-edit-loan-type
loans.getPendingLoan               getpendingloan         read  -  can-view-pending-loan
loans.getPendingLoans              getpendingloan         read  -  can-view-pending-loan
loans.getLoanCase                  getpendingloan         read  -  can-view-pending-loan can-do-first-approval can-do-second-approval can-update-interest
loans.getOverdueLoan               getoverdueloan         read  -  can-view-overdue-loan
loans.approvedLoan                 approvedloan           read  -  can-view-approved-loan
loans.rejectedLoan                 rejectedloan           read  -  can-view-loan
loans.paidLoan                     paidloan               read  -  can-view-loan-portfolio
loans.loanPortfolio                loanportfolio          read  -  can-view-loan-portfolio
loans.firstLoanApproval            firstloanapproval      write -  can-do-first-approval
loans.secondLoanApproval           secondloanapproval     write -  can-do-second-approval
loans.updateInterestLoan           updateinterestloan     write -  can-update-interest
loans.loanDetails                  loandetails            read  -  can-view-loan-details
markets.getMarkets                 getmarket              read  -  can-view-market-day can-view-market-list
markets.getMarket                  getmarket              read  -  can-view-market-day can-view-market-list
markets.createMarket               createmarket           write -  can-create-market-day
markets.updateMarket               updatemarket           write -  can-edit-market-day
markets.deleteMarket               deletemarket           write -  can-delete-market-day
guarantors.getGuarantor            getguarantor           read  -  can-view-guarantor
guarantors.getGuarantorFileUpload  getguarantorfileupload read  -  can-view-customer-details
savings.getSavingType              getsavingtype          read  -  can-view-saving
savings.updateSavingType           updatesavingtype       write -  can-edit-saving-type
savings.savingHistory              savinghistory          read  F  can-view-saving
savings.savingDetails              savingdetails          read  -  can-view-saving-details
savings.getSavingPortfolio         getsavingportfolio     read  -  can-view-saving-portfolio
savings.customerSavingHistory      customersavinghistory  read  -  can-view-saving-history
requests.getRequestList            getrequestlist         read  -  can-view-request
requests.getRequestCase            getrequestlist         read  -  can-view-request can-do-first-approval can-do-second-approval
requests.createRequest             createrequest          write -  can-create-request
requests.firstApprovalOrDisapproval firstapprovalordisapproval write -  can-do-first-approval
requests.secondApprovalOrDisapproval secondapprovalordisapproval write -  can-do-second-approval
withdrawals.getWithDrawal          getwithdrawlist        read  -  can-view-withdrawal can-approve-withdrawal
withdrawals.getWithDrawList        getwithdrawlist        read  -  can-view-withdrawal
withdrawals.createWithDrawalRequest createwithdrawalrequest write -  can-create-withdrawal
withdrawals.WithDrawalRequestApproval withdrawalrequestapproval write -  can-approve-withdrawal
transactions.businessHistory       businesshistory        read  -  can-view-withdrawal
transactions.transactionFlowHistory transactionflowhistory read  -  can-view-withdrawal
transactions.userTransactionHistory usertransactionhistory read  -  can-view-withdrawal`

const letters = { encrypted: 'E', form: 'F' }
const written = ({ name, path, kind, encoding, access }: (typeof allCalls)[number]) => {
  const right =
    typeof access === 'string'
      ? access
      : 'role' in access
        ? `role ${access.role}${access.and ? ` and ${access.and}` : ''}`
        : access.anyOf.join(' ') + (access.withoutViewAll ? ' and not can-view-all' : '')
  return [name, path, kind, encoding ? letters[encoding] : '-', right].join(' ')
}

const sorted = (names: readonly string[]) => names.toSorted((a, b) => a.localeCompare(b))

/** The names of calls that docs/change/additions.md lists, with the permissions at the head of their line. */
const addedCalls = new Map(
  additions
    .slice(additions.indexOf('## Calls and screens'), additions.indexOf('## Files'))
    .split('\n- ')
    .slice(1)
    .flatMap((line) => {
      const [, head = '', calls = ''] = /^\*\*(.*?)\*\*:(.*)/s.exec(line) ?? []
      const permissions = sorted(head.match(/can-[a-z-]+/g) ?? [])
      const names = calls.replaceAll(/\([^)]*\)|: [^;]*/g, '').match(/(?<!\/)\b[a-z]+[A-Z]\w+/g) ?? []
      return names.map((name) => [
        name,
        head.includes('\\*') ? [...permissions, 'not can-view-all'] : permissions,
      ])
    }) as [string, string[]][],
)

describe('the calls', () => {
  const lines = specified.trim().split('\n')
  const rows = new Map(lines.map((line) => [line.split(' ', 1)[0], line.trim().replaceAll(/\s+/g, ' ')]))
  const added = allCalls.filter(({ name }) => !rows.has(name))

  it('of the specification have its names, paths, encodings and permissions', () => {
    expect(allCalls.filter(({ name }) => rows.has(name)).map(written)).toEqual([...rows.values()])
  })

  it('beside it are those that the documentation lists, with their permissions', () => {
    const inContract = added.map(({ name, access }) => {
      const { anyOf, withoutViewAll } =
        typeof access === 'object' && 'anyOf' in access ? access : { anyOf: [], withoutViewAll: false }
      return [name.split('.')[1], [...sorted(anyOf), ...(withoutViewAll ? ['not can-view-all'] : [])]]
    })
    expect(Object.fromEntries(inContract)).toEqual(Object.fromEntries(addedCalls))
  })

  it('have unique names and existing permissions', () => {
    expect(new Set(allCalls.map(({ name }) => name)).size).toBe(allCalls.length)
    for (const { access } of allCalls)
      if (typeof access === 'object' && 'anyOf' in access)
        expect(permissionCatalogue).toEqual(expect.arrayContaining([...access.anyOf]))
  })

  it('differ in their required fields if they share a path', () => {
    const kinds = new Set(allCalls.map((call) => `${call.path}: ${requiredFields(call).toSorted().join()}`))
    expect(kinds.size).toBe(allCalls.length)
  })

  it('have columns if and only if they can be downloaded', () => {
    for (const call of allCalls) {
      if (call.kind === 'read') expect('download' in call.input.entries).toBe(call.csv !== undefined)
    }
  })
})

describe('makesStale', () => {
  const staleAfter = (name: string) => {
    const change = allCalls.find((call) => call.name === name)
    if (change?.kind !== 'write') throw new Error(`${name} is no change`)
    return allCalls.flatMap((call) => (call.kind === 'read' && makesStale(change, call) ? [call.name] : []))
  }

  it('covers every report, balance, portfolio and figure of the ledger after a credit', () => {
    expect(staleAfter('customers.creditUser')).toEqual(
      expect.arrayContaining([
        'transactions.businessHistory',
        'transactions.transactionFlowHistory',
        'transactions.userTransactionHistory',
        'transactions.businessTotals',
        'transactions.transactionFlowTotals',
        'transactions.userTransactionTotals',
        'customers.getCustomersBalance',
        'dashboard.getMainWalletsBalance',
        'savings.getSavingPortfolio',
        'loans.loanPortfolio',
        'loans.getLoanCase',
        'withdrawals.getWithDrawal',
        'requests.getRequestCase',
        'admins.getAdminActivityLog',
      ]),
    )
    expect(staleAfter('customers.creditUser')).not.toContain('agents.getAgents')
  })

  it('also covers savings histories and weekly sums after a transfer from savings', () => {
    expect(staleAfter('customers.savingWalletToMainWallets')).toEqual(
      expect.arrayContaining([
        'savings.savingHistory',
        'dashboard.getSumOfSavings',
        'transactions.businessTotals',
      ]),
    )
  })
})

describe('requiredFields', () => {
  const fieldsOf = (name: string) => requiredFields(allCalls.find((call) => call.name === name) as never)
  it('omits optional fields and fields with a default', () => {
    expect(fieldsOf('agents.getAgents')).toEqual(['page'])
    expect(fieldsOf('agents.agentHistory')).toEqual(['page'])
    expect(fieldsOf('agents.getAgentTotal')).toEqual([])
    expect(fieldsOf('agents.setDeviceToPrimary')).toEqual(['device_id', 'agent_id'])
  })
})

describe('secret fields', () => {
  const withSecrets = allCalls.flatMap((call) => (call.kind === 'write' && call.secret ? [call] : []))

  it('are optional, so that a change can be checked without them, and travel encrypted', () => {
    expect(withSecrets.map(({ name }) => name)).toEqual([
      'customers.registerCustomer',
      'customers.updateCustomer',
      'loans.createLoan',
      'guarantors.addGuarantor',
    ])
    for (const call of withSecrets) {
      expect(requiredFields(call).filter((field) => call.secret?.includes(field as never))).toEqual([])
      expect(call.encoding).toBe('encrypted')
    }
  })

  it('are left out of what is stored of a body', () => {
    const [register] = withSecrets
    const body = { first_name: 'Halima', bvn: '22345678901', nin: '' }
    expect(withoutSecrets(register ?? {}, body)).toEqual({ first_name: 'Halima' })
    expect(withoutSecrets({}, body)).toEqual(body)
    expect(withoutSecrets(register ?? {}, { guarantors: [body] })).toEqual({
      guarantors: [{ first_name: 'Halima' }],
    })
  })
})

describe('what a read replica may answer', () => {
  const late = allCalls.filter(mayLag)

  it('is lists and reports whose age the portal shows', () => {
    expect(late.length).toBeGreaterThan(40)
    for (const call of late) {
      expect(call.kind, call.name).toBe('read')
      expect(call, call.name).not.toHaveProperty('unsaved')
      expect(call, call.name).not.toHaveProperty('audited')
    }
  })

  it('is no record to decide on, no right and no activity log', () => {
    const never = allCalls.filter(
      ({ name, group }) =>
        /Case$|Log$|Account$|(?<!Trial)Balance$/.test(name) ||
        ['session', 'roles', 'admins', 'views'].includes(group),
    )
    expect(never.filter(mayLag)).toEqual([])
  })
})

describe('the catalogue, which a browser keeps readable', () => {
  const flagged = allCalls.filter((call) => 'catalogue' in call)

  /** The names of the fields of a schema, also inside lists, choices and optional fields. */
  const namesIn = (schema: unknown): string[] =>
    Object.entries((schema ?? {}) as Record<string, unknown>).flatMap(([key, part]) => {
      if (key === 'entries')
        return [...Object.keys(part as object), ...Object.values(part as object).flatMap(namesIn)]
      return typeof part === 'object' ? namesIn(part) : []
    })

  it('has reads of records that name nobody, and no change', () => {
    const ofNobody: readonly Records[] = ['calendar', 'loanTypes', 'markets', 'savingTypes']
    expect(flagged.map(({ name }) => name)).toEqual([
      'loans.getLoanType',
      'calendar.getCalendar',
      'savings.getSavingType',
      'savings.getSavingChoices',
    ])
    for (const call of flagged) {
      expect(call.kind, call.name).toBe('read')
      expect(ofNobody, call.name).toEqual(expect.arrayContaining(call.kind === 'read' ? [...call.reads] : []))
      expect(call, call.name).not.toHaveProperty('unsaved')
      expect(call, call.name).not.toHaveProperty('audited')
      expect(mayLag(call), call.name).toBe(false)
    }
  })

  it('has no field of a person, a balance or a right', () => {
    const personal =
      /first|last_?name|middle|customer|user|agent|admin|holder|owner|guarantor|email|phone|address|bvn|nin$|amount|balance|owed|permission|role|token|password|_by|reference/i
    for (const call of flagged) {
      const names = namesIn(call.output)
      expect(names, call.name).toContain('name')
      expect(
        // Terms of a product bound what is asked for, whoever asks.
        names.filter((name) => personal.test(name) && !(name in loanTypeTerms.entries)),
        call.name,
      ).toEqual([])
    }
    // Checks the search itself.
    const found = (name: string) =>
      namesIn(allCalls.find((call) => call.name === name)?.output).filter((field) => personal.test(field))
    expect(found('customers.getCustomers')).toEqual(expect.arrayContaining(['first_name', 'phone_number']))
    expect(found('roles.getRoles')).toContain('permissions')
    expect(found('loans.getLoanAccount')).toContain('balance')
  })
})
