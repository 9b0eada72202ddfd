/** How often one client address may do something: as a refusal. */
import { Refusal } from '../../platform/http/refusal.ts'
import { createClientLimit as createLimit } from '../../platform/limits/client-limit.ts'

/** Counts one call of the client's address; refuses `request.rate` when its bucket is empty. */
export type ClientLimit = (clientAddress: string) => void

/** A limit of `burst` calls that refills by `perSecond`, for each client on its own. */
export function createClientLimit(burst: number, perSecond: number): ClientLimit {
  const mayCall = createLimit(burst, perSecond)
  return (clientAddress) => {
    if (!mayCall(clientAddress, performance.now())) throw new Refusal('request.rate')
  }
}
