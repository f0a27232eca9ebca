/** What the interface takes and returns, as /api/field/v1/openapi.json describes it; only what this client uses. */

/** An amount in naira as decimal text, '1500.00'. Never a number with a fraction: kobo get lost in those. */
export type Amount = string
/** An instant with its offset, '2026-11-30T09:30:00Z'. */
export type Instant = string
/** A day in Lagos, '2026-11-30'. */
export type Day = string

export type DeviceState = 'waiting' | 'approved' | 'disapproved' | 'suspended' | 'password'

export type Nonce = { nonce: string; expires_at: Instant; server_time: Instant }
export type Device = {
  device_id: number
  state: DeviceState
  is_primary: boolean
  server_time: Instant
  clock_error: number | null
}
export type Token = Device & { token: string | null; expires_at: Instant | null }

export type Customer = {
  id: number
  reference: string
  name: string
  phone: string
  address: string
  active: boolean
  frozen: boolean
  wallets: {
    id: number
    reference: string
    type: string
    rhythm: string
    amount: Amount
    balance: Amount
  }[]
  loans: { id: number; reference: string; type: string; owed: Amount; next_due: Day | null }[]
}
export type CustomerChanges = {
  cursor: string
  is_full: boolean
  customers: Customer[]
  removed: number[]
}

export type Place = { latitude: number; longitude: number; accuracy?: number }
/** A deposit into a savings wallet or a repayment of a loan: exactly one of the two ids. */
export type Line = {
  id: string
  savings_id?: number
  loan_id?: number
  amount: Amount
  day: Day
  recorded_at: Instant
  place?: Place
}

export type LineState =
  | 'booked'
  | 'waiting'
  | 'in office'
  | 'refused'
  | 'rejected'
  | 'not yet'
  | 'conflict'
  /** Of this client alone: the server can't read the line. */
  | 'invalid'
export type LineResult = { id: string; state: LineState; message: string | null; reference: string | null }
export type BatchReply = {
  results: LineResult[]
  holds: Amount
  server_time: Instant
  clock_error: number | null
}

/** What the agent's devices recorded of a day, with what became of it by now. */
export type DayReply = {
  day: Day
  booked: Amount
  waiting: Amount
  holds: Amount
  lines: {
    id: string
    savings_id: number | null
    loan_id: number | null
    amount: Amount
    recorded_at: Instant
    received_at: Instant
    state: LineState
    message: string | null
    reference: string | null
    reversed: boolean
  }[]
}
