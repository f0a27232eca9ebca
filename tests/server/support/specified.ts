/** The fields that the specification lists for the entity of each call, as it spells them (part 2, point 3; part 1, point 3). */
const words = (text: string) => text.trim().split(/\s+/)

const admin = 'id name email phone_number created_at status delete roleName'
const loan = `id reference amount customer_firstname customer_lastname loan_type_name interest_rate interest_amount
  total_payable instalment_amount instalment_period instalment_times maturity_period loan_status application_status
  created_at approved_date approved_by_name approved_by_email first_approval_name first_approval_email approvedByName
  agentName`
/** 'Export columns also include'. */
const ofLoanFiles = `admin_id user_id agent_id loan_type_id approved_amount description disbursed_date approved_by
  first_approval_id rejected_id rejected_date rejection_reason extension_period extension_percentage rejected_by_name
  rejected_by_email`
const transaction =
  'id created_at reference amount balance_before balance source type wallet_code admin user agent'
const savingHistory = `id savings_id savings_reference amount status saving_type_name agent_name customer_firstname
  customer_lastname customer_phone created_at`
/** 'The export also has'. */
const ofSavingFiles = 'user_id agent_id printed notes savings_type_id customer_middlename'
const customer = `id user_id first_name last_name phone_number status state lga agentName assignedAgentName has_idcard
  user_type home_address office_address created_at updated_at`
const market = 'id name period state lga status created_at'

export const specifiedFields: Record<string, string[]> = Object.fromEntries(
  Object.entries({
    'admins.getAdmins': admin,
    'admins.getAdmin': `${admin} roles permissions`,
    'admins.getAdminById': `${admin} roles permissions`,
    'admins.inActiveAdmin': admin,
    'admins.getAdminActivityLog': 'id admin_id created_at admin action status',
    'roles.getRoles': 'id name permissions',
    'roles.getPermissions': 'id name',
    'agents.getAgents': `id name email phone_number state lga profile_photo status created_at first_name last_name
      office_address home_address otp_generated_at two_factor_enabled notification_status login_attempts delete set_pin`,
    'agents.agentDevice': 'id agent_id agentName device_name is_primary is_approved created_at',
    'agents.agentDownline':
      'created_at first_name last_name user_type phone_number office_address home_address agentName',
    'agents.agentHistory': 'created_at name action status',
    'customers.getCustomers': customer,
    'customers.getCustomer': customer,
    'savings.getSavingType': 'id name category created_at',
    'savings.savingHistory': `${savingHistory} ${ofSavingFiles}`,
    'savings.customerSavingHistory': `id created_at reference amount status agent_name customer_firstname customer_lastname
      customer_phone saving_type_name`,
    'savings.savingDetails': `agent_name reference amount created_at status customer_phone customer_firstname
      customer_lastname id amount_before amount_After`,
    'savings.getSavingPortfolio': `created_at reference customer_firstname customer_lastname saving_types_name market balance
      fixed_amount interest status market_day duration due_date deposit_type charge agentName id user_id savings_type_id
      market_id agent_id assigned_agent_id penalty_rate`,
    'loans.getLoanType': 'id name description interest_rate created_at',
    'loans.getPendingLoan': `${loan} ${ofLoanFiles}`,
    'loans.getOverdueLoan': `${loan} ${ofLoanFiles}`,
    'loans.approvedLoan': `${loan} ${ofLoanFiles}`,
    'loans.rejectedLoan': `${loan} ${ofLoanFiles}`,
    'loans.paidLoan': `${loan} ${ofLoanFiles}`,
    'loans.loanPortfolio': `${loan} ${ofLoanFiles}`,
    'loans.loanHistory': `id loan_id loan_reference amount loan_type_name status balance customer_firstname customer_lastname
      customer_phone due_date created_at repayment penalty`,
    'loans.loanDetails': `reference amount balance due_date created_at penalty repayment status customer_phone
      customer_firstname customer_lastname id`,
    'loans.loanDisbursementHistory': `reference amount loan_type_name loan_status application_status maturity_period
      interest_amount total_payable instalment_amount instalment_period instalment_times agent_name customer_firstname
      customer_lastname customer_phone created_at`,
    'loans.loanHistoryRepayment': `created_at reference customer_firstname customer_lastname amount loan_type_name
      customer_phone agent_name maturity_period id loan_id user_id agent_id`,
    'loans.customerLoanHistory':
      'id created_at reference amount status balance due_date loan_type_name customer_phone',
    'requests.getRequestList': 'id reference amount type description flag initial_status created_at',
    'markets.getMarkets': market,
    'withdrawals.getWithDrawList': `id created_at customer_firstname customer_lastname amount status description admin user_id
      approved_by rejection_reason`,
    // Also admin_id, bvn and nin: nobody records them of a guarantor (docs/change/deviations.md).
    'guarantors.getGuarantor':
      'id created_at userFirstName userLastName phone address agentName idcard utitity user_id agent_id email userPhone',
    'transactions.businessHistory': transaction,
    'transactions.transactionFlowHistory': transaction,
    'transactions.userTransactionHistory': transaction,
  }).map(([call, fields]) => [call, words(fields)]),
)

/** The fields that the specification names for files, apart from those that it strips. Names are one column of the file. */
export const specifiedFileFields: Record<string, string[]> = Object.fromEntries(
  Object.entries({
    'loans.getPendingLoan': `${loan} ${ofLoanFiles}`,
    'loans.getOverdueLoan': `${loan} ${ofLoanFiles}`,
    'loans.approvedLoan': `${loan} ${ofLoanFiles}`,
    'loans.rejectedLoan': `${loan} ${ofLoanFiles}`,
    'loans.paidLoan': `${loan} ${ofLoanFiles}`,
    'loans.loanPortfolio': `${loan} ${ofLoanFiles}`,
    'loans.loanHistoryRepayment': `created_at reference customer_firstname customer_lastname amount loan_type_name
      customer_phone maturity_period`,
    'savings.savingHistory': `${savingHistory.replace('savings_id ', '')} ${ofSavingFiles}`,
    'savings.getSavingPortfolio': `created_at reference customer_firstname customer_lastname saving_types_name market balance
      fixed_amount interest status market_day duration due_date deposit_type charge agentName`,
  }).map(([call, fields]) => [
    call,
    [
      ...new Set(
        words(fields)
          .filter((field) => field !== 'id' && field !== 'approvedByName')
          .map((field) => (/^customer_(first|last)name$/.test(field) ? 'customer' : field)),
      ),
    ],
  ]),
)
