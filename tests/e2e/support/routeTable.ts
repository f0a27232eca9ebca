import * as v from 'valibot'
import { type RouteName, routes } from '#routing/routes'
import type { Route } from '#routing/route'
import { type Named, type NamedRead, requiredFields } from '#contract/call'
import type { DayClose } from '#contract/calls/closing'
import { calls } from '#contract/index'
import { gapsOf } from '#domain/dayVerdict'
import { fromWire } from '#domain/wire'
import { isReversible } from '#domain/money/reversible'
import { addDays, lagosDay } from '#domain/time/lagos'
import { callApi } from './api'
import type { Server } from './server'

export const allRoutes = Object.entries(routes) as [RouteName, Route][]

/** The reads of a route that it may show as a list; of the history of a record, the record's own page shows only the first rows. */
export const listReads = ({ calls: all }: Route) =>
  all.filter(
    (one): one is NamedRead =>
      one.kind === 'read' && (one.name !== calls.history.getRecordHistory.name || all.length === 1),
  )

/** The ancestors of a route, from the top down to its parent. */
export function ancestorsOf(route: Route): Route[] {
  const parent = route.parent ? (routes as Record<string, Route>)[route.parent] : undefined
  return parent ? [...ancestorsOf(parent), parent] : []
}

/** Headings that differ from the route's title: they name the agent, the line or the loan shown. */
const headings: Partial<Record<RouteName, string | RegExp>> = {
  agentMore: 'Efe Oghenekaro',
  agentDownline: 'Efe Oghenekaro Downlines',
  bookEntries: 'Entries: Interest on loans',
  dayMovements: /^Collected, /,
  decisions: / for |^Decisions$/,
  loanAccount: /^Loan of ₦/,
  roleUpdate: /^Update Role: /,
}
export const headingOf = (name: RouteName) => headings[name] ?? routes[name].title

export type Sample = Record<string, number | string | object>

/** Ids of the demo data for every route that takes some; a new noun adds its own here. */
export async function sampleState(server: Server, token: string): Promise<Sample> {
  const idNamed = async (path: string, name: string): Promise<number> => {
    const { data } = await callApi(server, token, path, {})
    return data.find((one: { name: string }) => one.name === name).id
  }
  const efe = await callApi(server, token, 'getagents', { page: 1, search: 'Efe Oghenekaro' })
  const agent_id: number = efe.data.data[0].id
  const devices = await callApi(server, token, 'agentdevice', { agent_id })
  const admin_id = await idNamed('getadmins', 'Lekan Odutola')
  // The screen that removes permissions needs one.
  await callApi(server, token, 'assignpermission', { admin_id, permission: ['can-view-agent'] })
  const customers = await callApi(server, token, 'getcustomers', { page: 1 })
  const [customer, other] = customers.data.data
  const withdrawals = await callApi(server, token, 'getwithdrawlist', { page: 1 })
  const unpaid = await callApi(server, token, 'getwithdrawlist', { page: 1, payment: 'to pay' })
  const payouts = await callApi(server, token, 'getpayouts', { page: 1 })
  const markets = await callApi(server, token, 'getmarket', { page: 1 })
  const calendar = await callApi(server, token, 'getcalendar', {})
  const savings = await callApi(server, token, 'savinghistory', { page: 1 })
  const { id: saving_history_id, savings_id, savings_reference, ...collected } = savings.data.data[0]
  const { customer_firstname, customer_lastname } = collected
  const repaid = await callApi(server, token, 'loanhistory', { page: 1 })
  const [movement] = repaid.data.data
  const requests = await callApi(server, token, 'getrequestlist', {})
  const open = requests.data.findLast((one: { initial_status: number }) => one.initial_status === 0)
  const differences = await callApi(server, token, 'getcashdifferences', { page: 1 })
  const statements = await callApi(server, token, 'getagentstatements', { page: 1 })
  const statement = statements.data.data.find(({ state }: { state: number }) => state === 0)
  const guarantors = await callApi(server, token, 'getguarantor', { page: 1 })
  const guarantor = guarantors.data.data.find(
    (one: { idcard: string | null; utitity: string | null }) => one.idcard === null || one.utitity === null,
  )
  const loanChanges = await callApi(server, token, 'getloanchanges', { page: 1 })
  const reversals = await callApi(server, token, 'getreversals', { page: 1 })
  const deposit = savings.data.data.find((row: { reference: string; reversed_by: string | null }) =>
    isReversible(row),
  )
  const opened = await callApi(server, token, 'createimport', { cut_over_day: lagosDay(new Date()) })
  const collection_id = (await recordedSheet(server, token)).id
  const sheet_request_id = await requestedSheet(server, token)
  const lateBatches = await callApi(server, token, 'getlatebatches', { page: 1, status: 'pending' })
  const closed = await callApi(server, token, 'getruns', { page: 1 })
  const reopening = { from_day: closed.data.data[0].day, reason: 'The clock was ahead' }
  await callApi(server, token, 'requestreopening', reopening)
  const reopenings = await callApi(server, token, 'getreopenings', { page: 1 })
  const day_opening_id = await requestedOpening(server, token)
  const credits = await callApi(server, token, 'getcreditrequests', { page: 1 })
  const messagesOff = await callApi(server, token, 'getmessagesoff', { page: 1 })
  const termChanges = await callApi(server, token, 'gettermchanges', { page: 1 })
  const settingChanges = await callApi(server, token, 'getsettingchanges', { page: 1 })
  const expenses = await callApi(server, token, 'getexpenses', { page: 1 })
  const accounts = await callApi(server, token, 'getbookaccounts', {})
  const active = await callApi(server, token, 'loanportfolio', { page: 1 })
  const undecided = await callApi(server, token, 'getpendingloan', {})
  /** The oldest loan of a state: tests that decide use newer ones. */
  const loanIn = (state: string): number =>
    undecided.data.data.findLast((one: { application_status: string }) => one.application_status === state).id
  return {
    agent_id,
    agent: 'Efe Oghenekaro',
    device_id: devices.agent[0].id,
    admin_id,
    inactive_admin_id: await idNamed('deletedadmins', 'Comfort Ayuba'),
    role_id: await idNamed('getroles', 'Admin'),
    user_id: customer.user_id,
    customers: [customer, other],
    withdrawal_id: withdrawals.data.data.find(({ status }: { status: string }) => status === 'pending').id,
    to_pay_id: unpaid.data.data[0].id,
    payout_id: payouts.data.data.findLast(({ status }: { status: string }) => status === 'pending').id,
    market_id: markets.data.data[0].id,
    holiday_id: calendar.data.holidays[0].id,
    loan_id: loanIn('pending'),
    in_progress_loan_id: loanIn('in-progress'),
    active_loan_id: active.data.getActive.data[0].id,
    loan_type_id: 1,
    permission_id: await idNamed('getpermission', 'can-view-agent'),
    saving_history_id,
    savings_id,
    savings_reference,
    customer_firstname,
    customer_lastname,
    loan_history_id: movement.id,
    loan_reference: undecided.data.data.findLast(
      (one: { application_status: string }) => one.application_status === 'pending',
    ).reference,
    guarantor_id: guarantor.id,
    borrower_id: guarantor.user_id,
    run_id: 1,
    run_name: 'Penalties of 22 Nov 2026',
    repaid_loan: { loan_id: movement.loan_id, loan_reference: movement.loan_reference },
    saving_type_id: 1,
    fee_id: 1,
    import_id: opened.data.id,
    request_id: open.id,
    collection_id,
    sheet_request_id,
    late_batch_id: lateBatches.data.data[0].id,
    reopening_id: reopenings.data.data[0].id,
    day_opening_id,
    credit_request_id: credits.data.data[0].id,
    messages_off_id: messagesOff.data.data[0].id,
    term_change_id: termChanges.data.data.find(({ status }: { status: string }) => status === 'pending').id,
    setting_change_id: settingChanges.data.data[0].id,
    setting_id: 1,
    till_id: 1,
    till: 'Front Desk',
    till_session_id: 1,
    expense_id: expenses.data.data.find(({ state }: { state: number }) => state === 0).id,
    category_id: 1,
    account_id: accounts.data[0].id,
    movement_reference: deposit.reference,
    reversal_id: reversals.data.data.find(({ status }: { status: string }) => status === 'pending').id,
    change_id: loanChanges.data.data.find(({ state }: { state: number }) => state === 0).id,
    statement_id: statement.id,
    month: statement.month,
    difference_id: differences.data.data.find(({ state }: { state: number }) => state === 0).id,
  }
}

type Due = {
  savings_id: number
  savings_reference: string
  customer: string
  expected: string
  collected: string
  saving_type_name: string
}

/** The sheets of a day, agent by agent; each is read when it is asked for. */
async function* sheetsOf(server: Server, token: string, day: string) {
  const agents: { id: number; name: string }[] = (await callApi(server, token, 'getcollectors', {})).data
  for (const agent of agents)
    yield {
      agent,
      data: (await callApi(server, token, 'getcollectionsheet', { agent_id: agent.id, day })).data,
    }
}

/**
 * An agent from whom savings and no loans are due today, and the lines of the sheet, of which so many that follow each other
 * were not collected yet. Customer and type tell them apart.
 */
export async function dueToday(server: Server, token: string, inARow: number) {
  const day = lagosDay(new Date())
  for await (const { agent, data } of sheetsOf(server, token, day)) {
    const lines: Due[] = data.lines
    const labels = new Set(lines.map(({ customer, saving_type_name }) => `${customer}, ${saving_type_name}`))
    // A second sheet of an agent and day asks first.
    if (labels.size < lines.length || data.loans.length > 0 || data.sheets.length > 0) continue
    const start = lines.findIndex((_, at) => {
      const next = lines.slice(at, at + inARow)
      return next.length === inARow && next.every(({ collected }) => collected === '0.00')
    })
    if (start >= 0) return { agent, day, lines, start }
  }
  throw new Error(`No agent has ${inARow} uncollected lines in a row today.`)
}

/** An agent of whom something was due on a day and not collected. */
export async function agentDueOn(server: Server, token: string, day: string) {
  for await (const { agent, data } of sheetsOf(server, token, day)) {
    if ((data.lines as Due[]).some(({ collected }) => collected === '0.00')) return agent
  }
  throw new Error(`Of no agent something was due on ${day} and not collected.`)
}

type DueLoan = { loan_id: number; loan_reference: string; late: number; owed: string; expected: string }

/** An agent with loans of which something is due or overdue today; of those that are late if there is one. */
export async function loansDueToday(server: Server, token: string) {
  const day = lagosDay(new Date())
  for await (const { agent, data } of sheetsOf(server, token, day)) {
    const loans: DueLoan[] = data.loans
    if (data.sheets.length === 0 && loans.some(({ late }) => late > 0)) return { agent, day, loans }
  }
  throw new Error('No agent has overdue loans.')
}

/** Records a sheet of today with one line. */
async function sheetOfOne(
  server: Server,
  token: string,
  line: { amount: string; reason?: string },
): Promise<{ id: number }> {
  const { agent, day, lines, start } = await dueToday(server, token, 1)
  const { data } = await callApi(server, token, 'recordcollection', {
    agent_id: agent.id,
    day,
    lines: [{ savings_id: lines[start]?.savings_id, ...line }],
  })
  return data
}

/** A recorded sheet of one line, of which nothing was collected: it moves nothing. */
const recordedSheet = (server: Server, token: string) =>
  sheetOfOne(server, token, { amount: '0.00', reason: 'not seen' })

/** Makes an agent collect something today: on a Monday nobody has this week. */
export const collectToday = (server: Server, token: string) => sheetOfOne(server, token, { amount: '500.00' })

/** The opening of a day that nothing else is recorded of. */
async function requestedOpening(server: Parameters<typeof callApi>[0], token: string): Promise<number> {
  const day = addDays(lagosDay(new Date()), -30)
  const { data } = await callApi(server, token, 'getdayclose', { day })
  const shown = fromWire(calls.closing.getDayClose.output.entries.data, data) as DayClose
  await callApi(server, token, 'closeday', { day, gaps: gapsOf(shown), comment: 'Nobody came' })
  await callApi(server, token, 'requestdayopening', { day, reason: 'A sheet was found' })
  const openings = await callApi(server, token, 'getdayopenings', { page: 1 })
  return openings.data.data[0].id
}

/** A sheet of a closed day that awaits its approval. */
async function requestedSheet(server: Server, token: string): Promise<number> {
  const day = addDays(lagosDay(new Date()), -10)
  for await (const { agent, data } of sheetsOf(server, token, day)) {
    const lines = (data.lines as Due[])
      .slice(0, 3)
      .map(({ savings_id }) => ({ savings_id, amount: '500.00', twice: true }))
    if (lines.length === 0) continue
    const seen = (data.sheets as { reference: string }[]).map(({ reference }) => reference)
    await callApi(server, token, 'requestsheet', {
      agent_id: agent.id,
      day,
      lines,
      seen,
      reason: 'The agent was ill',
    })
    const { data: requests } = await callApi(server, token, 'getsheetrequests', { page: 1 })
    return requests.data[0].id
  }
  throw new Error('No agent had savings due ten days ago.')
}

/** The navigation state of a route, from the sample. */
export function stateFor(route: Route, sample: Sample): unknown {
  const isOfDeleted = route.calls.includes(calls.admins.inActiveAdmin)
  const isSecond = route.calls.includes(calls.loans.secondLoanApproval)
  const isOfActive = route.calls.includes(calls.loans.getLoanAccount)
  const isOfGuarantor = route.calls.includes(calls.guarantors.addGuarantorFile)
  const isOfRepaid = route.calls.includes(calls.loans.customerLoanHistory)
  const ids = {
    ...sample,
    ...(isOfDeleted && { admin_id: sample.inactive_admin_id }),
    ...(isSecond && { loan_id: sample.in_progress_loan_id }),
    ...(isOfActive && { loan_id: sample.active_loan_id }),
    ...(isOfGuarantor && { user_id: sample.borrower_id }),
    ...(isOfRepaid && (sample.repaid_loan as object)),
  }
  // A state that may be missing is left out where the sample has none.
  if (!route.state || (v.is(route.state, null) && !v.is(route.state, ids))) return null
  return v.parse(route.state, ids)
}

/** Whether a request is this call: calls may share a path and differ by their fields. */
export function isCall(call: Named, sent: { path: string; body: Record<string, unknown> }): boolean {
  if (call.path !== sent.path) return false
  if ('request_data' in sent.body) return call.encoding === 'encrypted'
  const inputFields = Object.keys(call.input.entries)
  const fields = Object.keys(sent.body)
  return (
    fields.every((one) => inputFields.includes(one)) &&
    requiredFields(call).every((one) => fields.includes(one))
  )
}
