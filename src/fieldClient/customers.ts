import type { Store } from './store'
import type { Customer, CustomerChanges } from './wire'

type Kept = { cursor: string; customers: Customer[] }

/** The agent's customers as the device has them. */
export class CustomerCopy {
  readonly #store: Store
  #kept: Kept | undefined

  private constructor(store: Store, kept: Kept | undefined) {
    this.#store = store
    this.#kept = kept
  }

  static async open(store: Store): Promise<CustomerCopy> {
    return new CustomerCopy(store, (await store.get('customers')) as Kept | undefined)
  }

  get all(): readonly Customer[] {
    return this.#kept?.customers ?? []
  }
  get cursor() {
    return this.#kept?.cursor
  }

  /** Customers and cursor in one write: a cursor without what it stands for would leave out changes. */
  async apply({ cursor, is_full, customers, removed }: CustomerChanges) {
    if (cursor === this.cursor) return
    const byId = new Map(is_full ? [] : this.all.map((one) => [one.id, one]))
    for (const id of removed) byId.delete(id)
    for (const one of customers) byId.set(one.id, one)
    const kept = { cursor, customers: [...byId.values()] }
    await this.#store.set('customers', kept)
    this.#kept = kept
  }
}
