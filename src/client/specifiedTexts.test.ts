import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

/** Every text that the specification quotes, with its double spaces and spellings. `*` is what varies. */
const texts = `
You are not allowed to view this page
You will be logged out due to inactivity
Session expired. Please login again.
Expired Token
Expired Token... Please Log in.
Please enter a valid amount.
* field cannot be empty.
* must contain only letters.
Phone number must be exactly 11 digits.
Enter valid email address
Please select at least one permission.
End date cannot be before start date
Please select dates to filter
Failed to fetch permissions.
Email copied to clipboard: *
Email copied successfully
Failed to copy email
Unexpected Application Error!
404 Page Not Found
Go Back To Home
NO ROLE YET
NOT AVAILABLE
No loan interest found
No inactive admin found
No admin activity found
No Permissions Found
No Roles Found
Device not available
Downlines
No agents history found
* customers selected
No customer found
No savings wallets available
No rescheduled customer found
No saving portfolio found
No savings found
Filter data by date or search
No loan type found
No pending loan found
No loan overdue found
No approved loan found
No rejected loan found
No paid loan found
No loan history  repayment found
Filter data by date
No request found
No withdrawal list found
No loan guarantor found
Please select filters to view  business transactions
No transactions found
No saving history found
Non Active
Please enter reference to search
Please select search filters
Please enter a search term or select a date range
Please select both start and end dates
Please select a business type
Please select a transaction type
Please enter a search term, select * or select a date range
Please select a saving type
Date range cannot exceed 31 days
Fill status field
Insufficient balance to perform this transfer.
Insufficient balance — must be at least *.
Market saving type field cannot be empty.
Market saving type accepts only letters.
Please select an agent.
Customer details not available
No records available to create withdrawal for customer
No records available to credit this customer
No records available for customer to be rescheduled.
No records available to view  customer
No records available  this customer
Gaurantor file  not available
No records available for this guarantor
Utility file data not available.
ID card file data not available.
Downloading all data... please wait
Unexpected API response structure.
No data to download.
CSV downloaded successfully.
CSV downloaded successfully! * filtered records exported.
Failed to download CSV. Please try again.
Download started successfully
Failed to fetch transactions
No data matches your current filters
No data available for download
Customer with ID * not found
An error occurred
No Downlines Yet
Unknown
Too many rows (*). Only the first * will be downloaded. Continue?
CREDIT CUSTOMER
TRANSFER FROM CUSTOMER SAVINGS TO MAIN WALLET
Show Balances
Credit Main Wallet
Download All Filtered
Batch Re-Schedule
Delete Agent
Delete Market Day
Delete Admin
`
  .trim()
  .split('\n')

const root = path.join(import.meta.dirname, '..')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => readFileSync(path.join(root, name), 'utf8'))
  .join('\n')
  // A text may be on several lines of markup, and in either kind of quotes.
  .replaceAll(/\n\s*/g, ' ')

it.each(texts)('the portal says: %s', (text) => {
  const escaped = text.replaceAll(/[.?()[\]!]/g, String.raw`\$&`)
  // What varies is an expression in a template or in markup.
  const pattern = new RegExp(escaped.replaceAll('*', String.raw`\$?\{[^}]*(\{[^}]*\}[^}]*)?\}`))
  expect(pattern.test(sources)).toBe(true)
})
