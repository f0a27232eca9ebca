import type { BodyOf, Call, Named } from '#contract/call'
import type { Calls } from '#contract/index'
import { naira, password, rate } from './people'

type SampleOf<C> = C extends Call ? BodyOf<C> : never
type Samples = { [G in keyof Calls]: { [K in keyof Calls[G]]: SampleOf<Calls[G][K]> } }

/** An id that no row has: a change that gets as far as its handler is refused there and alters nothing. */
export const nobodysId = 999_999
const person = {
  name: 'Amina Sani',
  email: 'amina@alajo.test',
  phone_number: '08030009999',
  state: 'Kano',
  lga: 'Dala',
}

/** One good body a call. A call without one does not compile, so that no loop over calls leaves it out. */
export const samples: Samples = {
  session: {
    adminLogin: { email: 'nobody@alajo.test', password },
    loginToken: { token: '000000' },
    getSingleAdminPermission: { admin_id: nobodysId },
    changePassword: { oldPassword: 'not the old password', newPassword: 'a new password of mine' },
    logout: {},
  },
  admins: {
    getAdmin: { id: nobodysId },
    getAdmins: {},
    addAdmin: { name: person.name, email: person.email, phone_number: person.phone_number },
    updateAdmin: { phone_number: person.phone_number, admin_id: nobodysId },
    deleteAdmin: { admin_id: nobodysId },
    getAdminsWithPhone: { with_phone: person.phone_number },
    inActiveAdmin: {},
    activateDeletedAdmins: { admin_id: nobodysId },
    permanentlyDeleteAdmins: { admin_id: nobodysId },
    reactivateAdminAccount: { admin_id: nobodysId },
    resetPassword: { admin_id: nobodysId },
    assignRoletoAdmin: { role_id: nobodysId, admin_id: nobodysId },
    removeRole: { role_id: nobodysId, admin_id: nobodysId },
    assignPermissionToAdmin: { admin_id: nobodysId, permission: ['can-view-agent'] },
    removePermissionFromAdmin: { admin_id: nobodysId, permission: ['can-view-agent'] },
    getAdminActivityLog: { page: 1 },
  },
  roles: {
    getRole: { id: nobodysId },
    getRoles: {},
    addRoles: { name: 'Sample Clerk', permission: [] },
    editRoles: { role_id: nobodysId, permission: [] },
    deleteRoles: { role_id: nobodysId },
    getRolesAndPermission: {},
    getPermission: { id: nobodysId },
    getDirectPermissions: { admin_id: nobodysId },
    getPermissions: {},
    createPermission: { name: 'can-sample' },
    editPermission: { permission_id: nobodysId, name: 'can-sample' },
    deletePermission: { permission_id: nobodysId },
  },
  agents: {
    getAgents: { page: 1 },
    getAgent: { id: nobodysId },
    getAgentTotal: {},
    getAgentChoices: { choices: true },
    addAgent: person,
    updateAgent: { ...person, agent_id: nobodysId },
    deleteAgent: { agent_id: nobodysId },
    agentDevice: { agent_id: nobodysId },
    agentDownline: { agent_id: nobodysId },
    setDeviceToPrimary: { device_id: nobodysId, agent_id: nobodysId },
    approveDevice: { device_id: nobodysId },
    dissApproveDevice: { device_id: nobodysId },
    deleteDevice: { device_id: nobodysId },
    reactivateAgent: { agent_id: nobodysId },
    suspendAgent: { agent_id: nobodysId },
    resetAgentPassword: { agent_id: nobodysId },
    agentTarget: {},
    agentHistory: { page: 1 },
  },
  customers: {
    getCustomers: { page: 1 },
    getCustomer: { customer_id: nobodysId },
    getCustomerByUserId: { user_id: nobodysId },
    getCustomerTotal: {},
    getCustomerIdForLoan: { customer_id: nobodysId },
    getCustomersBalance: { customer_id: nobodysId },
    assignAgentToCustomer: { agent_id: nobodysId, customer_id: nobodysId },
    BatchassignAgentToCustomer: { agent_id: nobodysId, customer_id: [nobodysId] },
    customerRescheduled: { page: 1 },
    creditUser: { amount: naira(1000), customer_id: nobodysId },
    savingWalletToMainWallets: {
      amount: naira(1000),
      customer_id: nobodysId,
      savings_ref: 'SV-000000-000000',
    },
  },
  dashboard: {
    getSumOfLoan: {},
    getSumOfSavings: {},
    sumOfApprovedLoan: {},
    sumOfOverdueLoan: {},
    getMainWalletsBalance: {},
    creditMainWalletsBalance: { amount: naira(1000) },
    getWaitingDecisions: {},
  },
  markets: {
    getMarkets: { page: 1 },
    getMarket: { id: nobodysId },
    createMarket: { name: 'Sample Market', period: 1, state: 'Kano', lga: 'Dala', status: 'active' },
    updateMarket: {
      name: 'Sample Market',
      period: 1,
      state: 'Kano',
      lga: 'Dala',
      status: 'active',
      marketId: nobodysId,
    },
    deleteMarket: { marketId: nobodysId },
  },
  guarantors: { getGuarantor: { page: 1 }, getGuarantorFileUpload: { id: nobodysId } },
  loans: {
    getLoanType: {},
    updateLoanType: { id: nobodysId, description: 'Stock for a stall', interest_rate: rate(7.5) },
    getPendingLoan: { page: 1 },
    getPendingLoans: {},
    getLoanCase: { id: nobodysId },
    getOverdueLoan: { page: 1 },
    approvedLoan: { page: 1 },
    rejectedLoan: { page: 1 },
    paidLoan: { page: 1 },
    loanPortfolio: { page: 1 },
    firstLoanApproval: { id: nobodysId, status: 'accepted' },
    secondLoanApproval: { id: nobodysId, status: 'accepted' },
    updateInterestLoan: { id: nobodysId, new_rate: rate(5) },
    loanDetails: { loan_history_id: nobodysId },
    loanHistory: { page: 1 },
    loanHistoryRepayment: { page: 1 },
    loanDisbursementHistory: { page: 1 },
    customerLoanHistory: { loan_id: nobodysId },
  },
  savings: {
    getSavingType: {},
    updateSavingType: { id: nobodysId, name: 'Market Thrift' },
    savingHistory: { page: 1 },
    savingDetails: { saving_history_id: nobodysId },
    getSavingPortfolio: { page: 1 },
    customerSavingHistory: { savings_id: nobodysId },
  },
  requests: {
    getRequestList: {},
    getRequestCase: { id: nobodysId },
    createRequest: { amount: naira(1000), type: 'credit', description: 'Float for new loans', flag: 'MBW' },
    firstApprovalOrDisapproval: { id: nobodysId, status: 'accept', flag: 'MBW' },
    secondApprovalOrDisapproval: { id: nobodysId, status: 'accept', flag: 'MBW' },
  },
  withdrawals: {
    getWithDrawal: { id: nobodysId },
    getWithDrawList: { page: 1 },
    createWithDrawalRequest: { amount: naira(1000), description: 'School fees', customer_id: nobodysId },
    WithDrawalRequestApproval: { id: nobodysId, status: 'approve' },
  },
  transactions: {
    businessHistory: { page: 1, business_id: 1 },
    transactionFlowHistory: { page: 1, transaction_type: 'all' },
    userTransactionHistory: { page: 1, customer_id: nobodysId, savings_type: 'all' },
    businessTotals: { business_id: 1 },
    transactionFlowTotals: { transaction_type: 'all' },
    userTransactionTotals: { customer_id: nobodysId, savings_type: 'all' },
  },
}

export function sampleOf(call: Named): BodyOf<Call> {
  const ofGroup = samples[call.group] as unknown as Record<string, BodyOf<Call>>
  return ofGroup[call.name.slice(call.group.length + 1)] as BodyOf<Call>
}
