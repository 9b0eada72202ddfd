/** Limits per client, counted by address (ATT-112). */
import { toClientKey } from './client-address.ts'
import { createKeyedLimit, type KeyedLimit } from './keyed-limit.ts'

const clientsMax = 10_000

/** A limit of `burst` calls that refills by `perSecond`; its keys are the addresses of clients. */
export function createClientLimit(burst: number, perSecond: number): KeyedLimit<string> {
  const mayCall = createKeyedLimit<string>(burst, perSecond, clientsMax)
  return (clientAddress, nowMs) => mayCall(toClientKey(clientAddress), nowMs)
}
