import { describe, expect, it } from 'vitest'
import { makesStale, mayLag, requiredFields, withoutSecrets } from './call'
import { allCalls } from './index'
import { permissionCatalogue } from './permissionCatalogue'

/** The access of each call, written out again, so that it can't change by accident. */
const contract = `
session.adminLogin                 login                  read  E  public
session.loginToken                 auth/token             read  E  loginToken
session.getSingleAdminPermission   viewpermission         read  E  can-view-permission
session.changePassword             changePassword         write E  session
session.logout                     logout                 write -  session
session.revokeSession              session/revoke         read  -  public
dashboard.getInsight               getinsight             read  -  session
dashboard.getSumOfLoan             getsumofloan           read  -  session
dashboard.getSumOfSavings          getsumofsavings        read  -  session
dashboard.sumOfApprovedLoan        sumofapprovedloan      read  -  session
dashboard.sumOfOverdueLoan         sumofoverdueloan       read  -  session
dashboard.getMainWalletsBalance    getmainwalletsbalance  read  -  role superadmin
dashboard.creditMainWalletsBalance creditmainwalletsbalance write -  role superadmin and can-credit-main-wallet
dashboard.getWaitingDecisions      getwaitingdecisions    read  -  session
dashboard.getFirstSteps            getfirststeps          read  -  session
admins.getAdmin                    getadmins              read  E  can-view-admin
admins.getAdmins                   getadmins              read  E  can-view-admin
admins.addAdmin                    createadmins           write E  can-create-admin
admins.updateAdmin                 updateadmins           write E  can-edit-admin
admins.deleteAdmin                 deleteadmins           write E  can-delete-admin
admins.getAdminsWithPhone          getadmins              read  E  can-create-admin can-edit-admin
admins.getAdminById                getadmins              read  E  can-view-admin
admins.inActiveAdmin               deletedadmins          read  E  can-view-admin
admins.activateDeletedAdmins       activatedeletedadmins  write E  can-reactivate-admin-account
admins.permanentlyDeleteAdmins     permanentlydeleteadmins write E  can-delete-admin
admins.reactivateAdminAccount      unrestrict             write E  can-reactivate-admin-account
admins.resetPassword               resetPassword          write E  can-reset-admin-password
admins.assignRoletoAdmin           assignrole             write E  can-assign-role
admins.removeRole                  removerole             write E  can-assign-role
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
agents.getAgentChoices             getagents              read  -  can-view-agent can-reassign-customer-to-agent can-register-customer
agents.getAgentTotal               getagents              read  -  session
agents.addAgent                    addagent               write -  can-create-agent
agents.updateAgent                 updateagent            write -  can-edit-agent
agents.deleteAgent                 deleteagent            write -  can-delete-agent
agents.agentDevice                 agentdevice            read  -  can-view-agent-device
agents.waitingDevices              waitingdevices         read  -  can-approve-device
agents.agentDownline               agentdownline          read  -  can-view-agent-downline
agents.setDeviceToPrimary          setdevicetoprimary     write -  can-set-device
agents.approveDevice               approvedevice          write -  can-approve-device
agents.dissApproveDevice           dissapprovedevice      write -  can-disapprove-device
agents.deleteDevice                deletedevice           write -  can-delete-device
agents.reactivateAgent             reactivateagent        write -  can-reactivate-agent-account
agents.suspendAgent                suspendagent           write -  can-reactivate-agent-account
agents.resetAgentPassword          resetagentpassword     write -  can-reset-agent-password
agents.agentTarget                 agenttarget            read  -  can-view-agent-targets
agents.agentHistory                agenthistory           read  -  can-view-agent-history
customers.getCustomerPage          getcustomerpage        read  -  can-view-customer-details
customers.getCustomerStatement     getcustomerstatement   read  -  can-view-withdrawal
customers.exportCustomer           exportcustomer         read  -  can-export-customer and not can-view-all
customers.getCustomers             getcustomers           read  -  can-view-customer
customers.getCustomer              getcustomers           read  -  can-view-customer
customers.getCustomerByUserId      getcustomers           read  -  can-view-customer
customers.getCustomerTotal         getcustomers           read  -  session
customers.getCustomersWithPhone    getcustomers           read  -  can-register-customer can-edit-customer
customers.registerCustomer         registercustomer       write E  can-register-customer
customers.updateCustomer           updatecustomer         write E  can-edit-customer
customers.activateCustomer         activatecustomer       write -  can-change-customer-status
customers.deactivateCustomer       deactivatecustomer     write -  can-change-customer-status
customers.getCustomerIdentity      getcustomeridentity    read  -  can-view-customer-details can-edit-customer
customers.viewCustomerIdentity     viewcustomeridentity   read  -  can-view-customer-identity and not can-view-all
customers.getCustomerIdForLoan     getcustomeridforloan   read  -  can-view-customer-details
customers.getCustomersBalance      getcustomersbalance    read  -  can-view-customer-details can-credit-customer can-create-withdrawal
customers.assignAgentToCustomer    assignagenttocustomer  write -  can-reassign-customer-to-agent
customers.BatchassignAgentToCustomer batchassignagenttocustomer write -  can-reassign-customer-to-agent
customers.creditUser               credituser             write -  can-credit-customer
customers.savingWalletToMainWallets savingwallettomainwallets write -  can-credit-customer
customers.customerRescheduled      customerrescheduled    read  -  can-view-customer
loans.getLoanAccount               getloanaccount         read  -  can-view-loan-details can-record-collection can-write-off-loan can-reschedule-loan
loans.repayLoan                    repayloan              write -  can-record-collection
loans.recordRepayment              recordrepayment        write -  can-record-collection
loans.recordRecovery               recordrecovery         write -  can-record-collection
loans.getLoanApplicant             getloanapplicant       read  -  can-create-loan
loans.createLoan                   createloan             write E  can-create-loan
loans.loanHistory                  loanhistory            read  F  can-view-loan-history
loans.loanHistoryRepayment         loanhistoryrepayment   read  -  can-view-loan-history
loans.loanDisbursementHistory      loandisbursementhistory read  -  can-view-loan-disbursement
loans.customerLoanHistory          customerloanhistory    read  -  can-view-loan-history
loans.getLoanType                  getloantype            read  -  session
loans.loanTypeUse                  loantypeuse            read  -  can-edit-loan-type
loans.createLoanType               createloantype         write -  can-create-loan-type
loans.updateLoanType               updateloantype         write -  can-edit-loan-type
loans.updateLoanTypeTerms          updateloantypeterms    write -  can-edit-loan-type
loans.switchOffLoanType            switchoffloantype      write -  can-edit-loan-type
loans.switchOnLoanType             switchonloantype       write -  can-edit-loan-type
loans.getPendingLoan               getpendingloan         read  -  can-view-pending-loan
loans.getPendingLoans              getpendingloan         read  -  can-view-pending-loan
loans.getLoanCase                  getpendingloan         read  -  can-view-pending-loan can-do-first-approval can-do-second-approval can-update-interest
loans.getOverdueLoan               getoverdueloan         read  -  can-view-overdue-loan
loans.approvedLoan                 approvedloan           read  -  can-view-approved-loan
loans.loanApplications             loanapplications       read  -  can-view-loan
loans.rejectedLoan                 rejectedloan           read  -  can-view-loan
loans.paidLoan                     paidloan               read  -  can-view-loan-portfolio
loans.loanPortfolio                loanportfolio          read  -  can-view-loan-portfolio
loans.firstLoanApproval            firstloanapproval      write -  can-do-first-approval
loans.secondLoanApproval           secondloanapproval     write -  can-do-second-approval
loans.updateInterestLoan           updateinterestloan     write -  can-update-interest
loans.loanDetails                  loandetails            read  -  can-view-loan-details
loanChanges.getLoanChanges         getloanchanges         read  -  can-view-loan-details can-write-off-loan can-reschedule-loan can-do-first-approval can-do-second-approval
loanChanges.getLoanChangeCase      getloanchanges         read  -  can-view-loan-details can-write-off-loan can-reschedule-loan can-do-first-approval can-do-second-approval
loanChanges.requestWriteOff        requestloanwriteoff    write -  can-write-off-loan
loanChanges.requestRescheduling    requestloanrescheduling write -  can-reschedule-loan
loanChanges.firstLoanChangeDecision firstloanchangedecision write -  can-do-first-approval
loanChanges.secondLoanChangeDecision secondloanchangedecision write -  can-do-second-approval
markets.getMarkets                 getmarket              read  -  can-view-market-day can-view-market-list
markets.getMarket                  getmarket              read  -  can-view-market-day can-view-market-list
markets.createMarket               createmarket           write -  can-create-market-day
markets.updateMarket               updatemarket           write -  can-edit-market-day
markets.deleteMarket               deletemarket           write -  can-delete-market-day
guarantors.getGuarantor            getguarantor           read  -  can-view-guarantor
guarantors.addGuarantor            addguarantor           write E  can-add-guarantor
guarantors.addGuarantorFile        addguarantorfile       write -  can-add-guarantor
guarantors.getGuarantorIdentity    getguarantoridentity   read  -  can-view-guarantor can-do-first-approval can-do-second-approval
guarantors.viewGuarantorIdentity   viewguarantoridentity  read  -  can-view-customer-identity and not can-view-all
guarantors.getGuarantorFileUpload  getguarantorfileupload read  -  can-view-customer-details
cash.getAgentsCash                 getagentscash          read  -  can-view-remittance
cash.getAgentCash                  getagentscash          read  -  can-view-remittance
cash.getAgentCashMovements         getagentcashmovements  read  -  can-view-remittance
cash.getCashAgents                 getcashagents          read  -  can-view-remittance can-record-remittance
cash.recordRemittance              recordremittance       write -  can-record-remittance
cash.getRemittances                getremittances         read  -  can-view-remittance
cash.getCashDifferences            getcashdifferences     read  -  can-view-remittance
cash.getCashDifferenceCase         getcashdifferences     read  -  can-view-remittance can-do-first-approval can-do-second-approval
cash.requestCashDifference         requestcashdifference  write -  can-record-remittance
cash.firstCashDifferenceDecision   firstcashdifferencedecision write -  can-do-first-approval
cash.secondCashDifferenceDecision  secondcashdifferencedecision write -  can-do-second-approval
closing.getDayClose                getdayclose            read  -  can-view-day-close
closing.getRuns                    getruns                read  -  can-view-day-close
closing.getRunItems                getrunitems            read  -  can-view-day-close
closing.getReopenings              getreopenings          read  -  can-request-reversal can-approve-reversal
closing.getReopeningCase           getreopenings          read  -  can-request-reversal can-approve-reversal
closing.getReopenable              getreopenable          read  -  can-request-reversal
closing.requestReopening           requestreopening       write -  can-request-reversal
closing.reopeningDecision          reopeningdecision      write -  can-approve-reversal
arrears.getArrearsReport           getarrearsreport       read  -  can-view-arrears
arrears.getArrears                 getarrears             read  -  can-view-arrears
arrears.getArrearsTerms            getarrearsterms        read  -  can-view-arrears can-edit-arrears-terms
arrears.setArrearsTerms            setarrearsterms        write -  can-edit-arrears-terms
collections.getCollectors          getcollectors          read  -  can-record-collection
collections.getCollectionSheet     getcollectionsheet     read  -  can-record-collection
collections.getCollectable         getcollectable         read  -  can-record-collection
collections.recordSheet            recordsheet            write -  can-record-collection
collections.requestSheet           requestsheet           write -  can-record-collection
collections.getSheetRequests       getsheetrequests       read  -  can-record-collection can-approve-collection
collections.getSheetRequest        getsheetrequests       read  -  can-record-collection can-approve-collection
collections.sheetRequestDecision   sheetrequestdecision   write -  can-approve-collection
collections.recordCollection       recordcollection       write -  can-record-collection
collections.getCollections         getcollections         read  -  can-view-collection
collections.getCollection          getcollections         read  -  can-view-collection can-record-collection
messages.getCustomerMessages       getcustomermessages    read  -  can-view-customer-details
messages.getUnsentMessages         getunsentmessages      read  -  can-view-day-close
messages.getMessageSummary         getcustomermessages    read  -  can-view-customer-details
messages.switchOnMessages          switchonmessages       write -  can-edit-customer
messages.switchOffMessages         switchoffmessages      write -  can-edit-customer
reversals.getReversals             getreversals           read  -  can-request-reversal can-approve-reversal
reversals.getReversalCase          getreversals           read  -  can-request-reversal can-approve-reversal
reversals.getReversible            getreversible          read  -  can-request-reversal
reversals.requestReversal          requestreversal        write -  can-request-reversal
reversals.reversalDecision         reversaldecision       write -  can-approve-reversal
savings.getSavingType              getsavingtype          read  -  can-view-saving
savings.savingTypeUse              savingtypeuse          read  -  can-edit-saving-type
savings.createSavingType           createsavingtype       write -  can-create-saving-type
savings.updateSavingType           updatesavingtype       write -  can-edit-saving-type
savings.updateSavingTypeTerms      updatesavingtypeterms  write -  can-edit-saving-type
savings.switchOffSavingType        switchoffsavingtype    write -  can-edit-saving-type
savings.switchOnSavingType         switchonsavingtype     write -  can-edit-saving-type
savings.getSavingAccount           getsavingaccount       read  -  can-record-collection can-close-saving
savings.getSavingChoices           getsavingchoices       read  -  can-open-saving
savings.openSaving                 opensaving             write -  can-open-saving
savings.recordDeposit              recorddeposit          write -  can-record-collection
savings.depositSaving              depositsaving          write -  can-record-collection
savings.closeSaving                closesaving            write -  can-close-saving
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
search.searchEverything            searcheverything       read  -  session
transactions.businessHistory       businesshistory        read  -  can-view-withdrawal
transactions.transactionFlowHistory transactionflowhistory read  -  can-view-withdrawal
transactions.userTransactionHistory usertransactionhistory read  -  can-view-withdrawal
transactions.businessTotals        businesstotals         read  -  can-view-withdrawal
transactions.transactionFlowTotals transactionflowtotals  read  -  can-view-withdrawal
transactions.userTransactionTotals usertransactiontotals  read  -  can-view-withdrawal
views.getViews                     getviews               read  -  session
views.saveView                     saveview               write -  session
views.updateView                   updateview             write -  session
views.renameView                   renameview             write -  session
views.deleteView                   deleteview             write -  session
views.shareView                    shareview              write -  can-edit-role
views.setDefaultView               setdefaultview         write -  session
imports.getImports                 getimports             read  -  can-import
imports.getImport                  getimport              read  -  can-import
imports.getImportFaults            getimportfaults        read  -  can-import
imports.createImport               createimport           write -  can-import
imports.checkImport                checkimport            write -  can-import
imports.answerImportDates          answerimportdates      write -  can-import
imports.enterImportTotals          enterimporttotals      write -  can-import
imports.releaseImport              releaseimport          write -  can-import
imports.undoImport                 undoimport             write -  can-import
imports.stopImport                 stopimport             write -  can-import
imports.cancelImport               cancelimport           write -  can-import
imports.countBooks                 countbooks             read  -  can-export-all and not can-view-all
imports.exportBooks                exportbooks            read  -  can-export-all and not can-view-all`

const letters = { encrypted: 'E', form: 'F' }
const written = allCalls.map(({ name, path, kind, encoding, access }) => {
  const right =
    typeof access === 'string'
      ? access
      : 'role' in access
        ? `role ${access.role}${access.and ? ` and ${access.and}` : ''}`
        : access.anyOf.join(' ') + (access.withoutViewAll ? ' and not can-view-all' : '')
  return [name, path, kind, encoding ? letters[encoding] : '-', right].join(' ')
})

describe('the calls', () => {
  it('have the names, paths, encodings and permissions of the contract', () => {
    const lines = contract.trim().split('\n')
    expect(written).toEqual(lines.map((line) => line.trim().replaceAll(/\s+/g, ' ')))
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
        /Case$|Log$|Account$|Balance$/.test(name) || ['session', 'roles', 'admins', 'views'].includes(group),
    )
    expect(never.filter(mayLag)).toEqual([])
  })
})
