import { expect, it } from 'vitest'
import { customerNameIn } from './customerName'

it('joins the names that are known', () => {
  expect(customerNameIn({ customer_firstname: 'Sade', customer_lastname: 'Ojo' })).toBe('Sade Ojo')
  expect(customerNameIn({ customer_firstname: 'Sade', customer_lastname: null })).toBe('Sade')
  expect(customerNameIn({ customer_lastname: 'Ojo' })).toBe('Ojo')
  expect(customerNameIn({ customer_firstname: '' })).toBe('')
})
