/** The faucet of a simulation: pays coins on local chains to the user's own address. */
import { parseUnits } from '@tukar/money'
import { type NodesControl, NodesRefusal } from '../../../../adapters/chain-nodes/index.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { findAddress } from '../addresses/address-store.ts'
import { chainAmountOf, type ChainName, chainTable } from '../chains.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import type { ChainRegister, ListedAsset } from '../register.ts'
import { coinTextInSentence } from '../amount-text.ts'

/** The default and the maximum amount: enough to exceed the travel rule's limit. */
const sizes: Readonly<Record<string, { readonly usual: string; readonly most: string }>> = {
  BTC: { usual: '0.005', most: '1' },
  ETH: { usual: '0.1', most: '20' },
  BNB: { usual: '0.5', most: '100' },
  USDT: { usual: '100', most: '50000' },
}
const otherGift = { usual: '100', most: '50000' }

/** How many times the maximum amount of a currency a user may get per hour. */
const giftsPerHourMax = 5
const hourMs = 3_600_000
const peopleMax = 10_000

/** The units of a currency that a user got within the last hour, and since when. */
type Given = { units: number; sinceMs: number }
export type GiftsOfHour = ReturnType<typeof createGiftsOfHour>

/**
 * Counts payouts of the faucet per user, currency and hour. Beyond 10,000 entries it forgets the least
 * recent.
 */
export function createGiftsOfHour() {
  const given = new Map<string, Given>()
  return {
    /**
     * Counts a payout. Returns 0, or, if it exceeds the limit, the milliseconds until the next one is
     * allowed.
     */
    take(key: string, units: number, { most, nowMs }: { most: number; nowMs: number }): number {
      const known = given.get(key)
      const isOver = known === undefined || nowMs - known.sinceMs >= hourMs
      const current = isOver ? { units: 0, sinceMs: nowMs } : known
      if (current.units + units > most * giftsPerHourMax) return current.sinceMs + hourMs - nowMs
      given.delete(key)
      given.set(key, { ...current, units: current.units + units })
      const [oldest] = given.keys()
      if (given.size > peopleMax && oldest !== undefined) given.delete(oldest)
      return 0
    },
  }
}

export type FaucetDeps = {
  readonly gifts: GiftsOfHour
  readonly database: Database
  readonly register: ChainRegister
  /** Null while the local nodes are not running. */
  readonly control: () => NodesControl | null
}

/** Pays; returns the transaction id and the amount as text. Refuses `faucet.hour` above the hourly limit. */
export async function useFaucet(
  { database, register, control, gifts }: FaucetDeps,
  request: {
    readonly userId: number
    readonly chain: ChainName
    readonly currency: string
    readonly amount: string | null
  },
): Promise<{ readonly txid: string; readonly amount: string }> {
  const { userId, chain, currency } = request
  const asset = register.assets.find((one) => one.chain === chain && one.symbol === currency)
  if (asset === undefined) throw new Refusal('claim.currency')
  const units = unitsOf(asset, request.amount)
  const address = await findAddress(database, chainTable[chain].family, userId)
  if (address === null) throw new Refusal('claim.no_address')
  const nodes = control()
  if (nodes === null) throw new Refusal('chain.unavailable')
  const waitMs = gifts.take(`${userId} ${asset.symbol}`, units, {
    most: maxGift(asset),
    nowMs: performance.now(),
  })
  if (waitMs > 0) throw new Refusal('faucet.hour', {}, Math.ceil(waitMs / 1_000))
  const amount = chainAmountOf(units, asset)
  const { contract } = asset
  const of =
    contract === null ? ({ asset: 'coin' } as const) : { asset: 'token' as const, contract }
  try {
    const txid = await nodes.pay(chain, { address, amount, ...of })
    return { txid, amount: coinTextInSentence(units, asset) }
  } catch (error) {
    if (error instanceof NodesRefusal) throw new Refusal('faucet.refused')
    throw error
  }
}

function unitsOf(asset: ListedAsset, amount: string | null): number {
  const { usual } = sizes[asset.symbol] ?? otherGift
  const parsed = parseUnits(amount ?? usual, asset.unitDecimals)
  if (!parsed.ok) {
    if (parsed.fault !== 'too_precise') throw new Refusal(`amount.${parsed.fault}`)
    throw new Refusal('amount.too_precise', { decimals: asset.unitDecimals })
  }
  if (parsed.units === 0) throw new Refusal('faucet.minimum')
  const most = maxGift(asset)
  if (parsed.units > most)
    throw new Refusal('faucet.maximum', { max: coinTextInSentence(most, asset) })
  return parsed.units
}

/** The maximum amount of one payout, in units. */
function maxGift(asset: ListedAsset): number {
  const { most } = sizes[asset.symbol] ?? otherGift
  const parsed = parseUnits(most, asset.unitDecimals)
  return parsed.ok ? parsed.units : 0
}
