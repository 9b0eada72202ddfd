/**
 * Deposits that users claim by transaction id (SRV-65). They are checked on the chain and credited to the
 * owner of the address by the usual rules. No input is trusted beyond the id.
 */
import { plainCode } from '@tukar/i18n/inputs'
import { isTransactionHash } from '../../../../adapters/evm/index.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import type { Eligibility } from '../../../agreement/index.ts'
import { findAddress } from '../addresses/address-store.ts'
import type { ChainName } from '../chains.ts'
import { depositsOfTransaction, type ListedDeposit } from './deposit-list.ts'
import type { ChainRegister } from '../register.ts'
import type { ChainSource, SourceTransaction } from '../tracking/sources.ts'
import { storeClaim } from '../tracking/tracker-store.ts'
import type { AddressWatch } from '../addresses/watch.ts'

export type NamedDeposit = {
  readonly userId: number
  readonly txid: string
  /** As the client sent it; null if the call names none. */
  readonly contract: string | null
  readonly currency: string | null
  readonly chainId: number | null
  readonly chainName: string | null
  /** Whether the claim names a token or a chain's own coin. */
  readonly kind: 'token' | 'coin'
}

export type ClaimDeps = {
  readonly database: Database
  readonly gate: Eligibility
  readonly register: ChainRegister
  readonly sources: ReadonlyMap<ChainName, ChainSource>
  readonly watch: AddressWatch
  readonly claimsEther: boolean
  readonly reach: () => Promise<boolean>
  /** The epoch under which rows are written now; refuses if this server does not lead. */
  readonly epoch: () => number
  readonly onStored: () => void
}

/**
 * Looks up the claimed transaction and returns the user's deposits of it, at least one. Throws a `Refusal`
 * otherwise.
 */
export async function claimDeposit(
  deps: ClaimDeps,
  named: NamedDeposit,
): Promise<readonly ListedDeposit[]> {
  const { database, register } = deps
  const { userId } = named
  await deps.gate.requireFor(userId, 'deposit')
  const txid = plainCode(named.txid).toLowerCase()
  if (!isTransactionHash(txid)) throw new Refusal('claim.hash')
  const chain = chainOf(deps, named)
  requireWay(deps, named, chain)
  const own = await findAddress(database, 'evm', userId)
  if (own === null) throw new Refusal('claim.no_address')
  const before = await depositsOfTransaction(database, { userId, chain, txid })
  const lookupResult = await findTransaction(deps, chain, txid)
  const rules = register.chain(chain)
  if (rules === null) throw new Refusal('chain.off')
  const { sightings } = lookupResult
  const claimed = await storeClaim(database, { epoch: deps.epoch(), rules, sightings })
  if (claimed.kind === 'retry') throw new Refusal('chain.unavailable')
  // Scanning has not reached this block yet and will find the deposit without a claim.
  if (claimed.kind === 'not_yet') throw new Refusal('claim.pending')
  deps.onStored()
  const after = await depositsOfTransaction(database, { userId, chain, txid })
  // A deposit to another user's address is not disclosed to the claimant (ATT-72).
  if (after.length === 0) {
    const isStrange = lookupResult.strangeContracts.length > 0
    throw new Refusal(isStrange ? 'claim.contract' : 'claim.nothing')
  }
  const wasInChain = before.some(({ block }) => block !== null)
  if (wasInChain && after.length === before.length) throw new Refusal('claim.known')
  return after
}

/** Finds the chain by its id or name. For BNB, the hash alone is enough (DEC-113). */
function chainOf({ register }: ClaimDeps, { chainId, chainName, kind }: NamedDeposit): ChainName {
  const isNamed = chainId !== null || chainName !== null
  const word = isNamed || kind === 'token' ? chainName : 'bnb'
  const found = register.chains.find(({ chain, assets }) => {
    if (chain === 'bitcoin') return false
    const isId = chainId === null || assets.some((asset) => asset.chainId === chainId)
    return isId && (chainId !== null || chain === word)
  })
  if (found === undefined) throw new Refusal('chain.id_unknown')
  return found.chain
}

/** Accepts the same combinations as the forms (DEC-110). */
function requireWay(
  { register, claimsEther }: ClaimDeps,
  { kind, currency, contract }: NamedDeposit,
  chain: ChainName,
): void {
  const ways = register.assets.filter((asset) => asset.chain === chain)
  if (kind === 'token') {
    const listed = ways.filter((way) => way.contract !== null)
    const wanted = contract?.toLowerCase() ?? null
    const named = wanted === null ? listed : listed.filter((way) => way.contract === wanted)
    if (named.length === 0) throw new Refusal('claim.contract')
    const isOther = currency !== null && named.every(({ symbol }) => symbol !== currency)
    if (isOther) throw new Refusal('claim.currency')
    return
  }
  const coin = ways.find((way) => way.contract === null)
  const isOther = coin === undefined || (currency !== null && coin.symbol !== currency)
  if (isOther || (coin.symbol === 'ETH' && !claimsEther)) throw new Refusal('claim.currency')
}

async function findTransaction(
  { sources, watch, reach }: ClaimDeps,
  chain: ChainName,
  txid: string,
): Promise<Extract<SourceTransaction, { state: 'mined' }>> {
  const lookup = sources.get(chain)?.findTransaction ?? null
  if (lookup === null || !(await reach())) throw new Refusal('chain.unavailable')
  await watch.refresh()
  const lookupResult = await lookup(txid, watch)
  if (lookupResult.status === 'failed') throw new Refusal('chain.unavailable')
  const { value } = lookupResult
  if (value.state === 'absent') throw new Refusal('claim.not_found')
  if (value.state === 'pending') throw new Refusal('claim.pending')
  if (!value.isSuccess) throw new Refusal('claim.failed')
  return value
}
