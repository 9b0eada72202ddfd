/** Wires what people and operators are told afterwards of their trades: statements, and taxes withheld. */
import type { AccountsParts } from './modules/accounts/index.ts'
import type { Desk } from './modules/desk/index.ts'
import type { Listing } from './modules/markets/index.ts'
import { registerStatements } from './modules/statements/index.ts'
import { registerTaxDesk, registerTaxRoutes } from './modules/tax/index.ts'
import type { HttpHost } from './platform/http/host.ts'

export type RecordsParts = AccountsParts & {
  readonly http: HttpHost
  readonly desk: Desk
  readonly listing: Listing
}

/** Serves the calls. */
export function wireRecords(parts: RecordsParts): void {
  const { http, desk, product } = parts
  const company = () => ({ name: product, address: '', npwp: '' })
  const own = { ...parts, company, clock: Date.now }
  registerStatements(http, own)
  registerTaxRoutes(http, own)
  registerTaxDesk(http, desk, own)
}
