import { expect, it } from 'vitest'
import { nameIn } from './recordName'

it.each([
  [{ id: 5, reference: 'CU-000005', first_name: 'Uduak', last_name: 'Ita' }, 'CU-000005'],
  [{ customer_firstname: 'Ngozi', customer_lastname: null, reference: 'LN-1' }, 'LN-1'],
  [{ agent: 'Bisi Adewale', month: '2026-11' }, 'Nov 2026'],
  [{ user_id: 5, name: 'Efe Oghenekaro' }, undefined],
  [{ id: 5, name: 'Efe Oghenekaro', phone_number: '08164407712' }, undefined],
  [{ customer: 'Ngozi Umeh', customer_name: 'Ngozi Umeh' }, undefined],
  [{ loan_id: 5, loan_reference: 'LN-261124-000123' }, 'LN-261124-000123'],
  [{ id: 5, name: '  ', reference: 'RM-1' }, 'RM-1'],
  [{ id: 5, name: 'Supervisor' }, 'Supervisor'],
  [{ id: 5, name: null }, undefined],
])('%j is %s', (row, name) => expect(nameIn(row)).toBe(name))
