import { isLgaOf } from '#domain/states'
import { invalid } from '../errors/refusals'

export function checkPlace({ state, lga }: { state: string; lga: string }) {
  if (!isLgaOf(lga, state)) invalid('Please select a state and a local government of it.')
}
