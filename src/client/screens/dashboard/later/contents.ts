import { Agents } from './Agents'
import { Cash } from './Cash'
import { Lending } from './Lending'
import { Risk } from './Risk'
import { SavingsBalance } from './SavingsBalance'
import { Today } from './Today'
import './later.css'

/** The contents of the cards that come after the first figures. */
export const contents = {
  today: Today,
  cash: Cash,
  lending: Lending,
  savings: SavingsBalance,
  risk: Risk,
  agents: Agents,
}
