/** What the chains themselves say that we hold: balances of addresses, and outputs that nobody spent. */
import type { BitcoinAccount, BitcoinNode } from '../../../../adapters/bitcoin/index.ts'
import {
  keyIndexMax,
  outpointsPerCallMax,
  type UnspentOutput,
} from '../../../../adapters/bitcoin/index.ts'
import type { EvmNode } from '../../../../adapters/evm/index.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import type { ChainAsset, ChainName } from '../chains.ts'
import { type ChainHoldings, readingKeptMs } from './custody.ts'
import { fundedAddresses, type HeldOutput, heldOutputs } from './custody-store.ts'

/** An address whose rows did not change is asked for again after this, before its reading says nothing. */
const balanceCachedMs = readingKeptMs - 60_000
const addressesAtOnce = 8

export type CustodyNodes = {
  readonly bitcoin: {
    readonly node: Pick<BitcoinNode, 'unspent'>
    /** Whose keys may spend what is ours. */
    readonly account: Pick<BitcoinAccount, 'at'>
  } | null
  /** Those that are reachable now, each with its hot wallet's address in lower case. */
  readonly evm: ReadonlyMap<
    ChainName,
    { readonly node: Pick<EvmNode, 'balances'>; readonly hotAddress: string }
  >
}

export type ReadingDeps = {
  readonly database: Database
  /** By which addresses are sealed. */
  readonly keys: Keys
  readonly assets: readonly ChainAsset[]
  /** Null while no node is begun: nothing is begun for a reading. */
  readonly nodes: () => Promise<CustodyNodes | null>
  readonly clock: () => number
}

/** By contract; null where that does not say it. */
type Balance = ReadonlyMap<string | null, bigint | null>
type CachedBalance = { readonly balance: Balance; readonly readMs: number }

/**
 * Reads a chain's holdings; null where its node is not there or does not answer. A token whose contract does
 * not say what it holds is left out, so that it alone grows stale.
 */
export function createReader(
  deps: ReadingDeps,
): (chain: ChainName) => Promise<ChainHoldings | null> {
  const cache = new Map<string, CachedBalance>()
  return async (chain) => {
    const nodes = await deps.nodes()
    if (nodes === null) return null
    if (chain === 'bitcoin') {
      return nodes.bitcoin === null ? null : readOutputs(deps, nodes.bitcoin)
    }
    const reached = nodes.evm.get(chain)
    return reached === undefined ? null : readBalances(deps, chain, reached, cache)
  }
}

/**
 * What change and payouts come from is hot; what users sent is spent straight from where it lies. Rows name outputs
 * alone: the node says whether one is unspent, of how much and to whom, and only what our own keys spend counts.
 */
async function readOutputs(
  { database, clock }: ReadingDeps,
  { node, account }: NonNullable<CustodyNodes['bitcoin']>,
): Promise<ChainHoldings | null> {
  const sums = { hot: 0n, unswept: 0n }
  const readMs = clock()
  let after: { txid: string; index: number } | null = null
  for (;;) {
    const outputs = await heldOutputs(database, after, outpointsPerCallMax)
    const last = outputs.at(-1)
    if (last === undefined) return { of: new Map([[null, sums]]), readMs }
    const answer = await node.unspent(outputs)
    if (answer.status !== 'done') return null
    answer.value.forEach((output, place) => {
      const named = outputs[place]
      // What the node calls spent, or another one's, is not held, whatever the books say.
      if (output === null || named === undefined || !isOwn(account, named, output)) return
      sums[named.branch === 1 ? 'hot' : 'unswept'] += output.amount
    })
    after = last
  }
}

function isOwn(
  account: Pick<BitcoinAccount, 'at'>,
  { branch, keyIndex: index }: HeldOutput,
  { script }: UnspentOutput,
): boolean {
  if (index < 0 || index > keyIndexMax) return false
  return Buffer.from(account.at({ branch, index }).script).toString('hex') === script
}

async function readBalances(
  deps: ReadingDeps,
  chain: ChainName,
  { node, hotAddress }: { readonly node: Pick<EvmNode, 'balances'>; readonly hotAddress: string },
  cache: Map<string, CachedBalance>,
): Promise<ChainHoldings | null> {
  const contracts = deps.assets
    .filter((asset) => asset.chain === chain)
    .map(({ contract }) => contract)
  const listed = contracts.filter((contract) => contract !== null)
  const balanceOf = async (address: string, tokens: readonly string[]): Promise<Balance | null> => {
    const answer = await node.balances(address, tokens, 'latest')
    if (answer.status !== 'done') return null
    const { coin, tokens: amounts } = answer.value
    return new Map([
      [null, coin],
      ...tokens.map((token, at) => [token, amounts[at] ?? null] as const),
    ])
  }
  const beganMs = deps.clock()
  const hot = await balanceOf(hotAddress, listed)
  if (hot === null) return null
  // What is not known of the hot wallet is asked of no other address.
  const tokens = listed.filter((token) => hot.get(token) != null)
  const funded = await fundedAddresses(deps.database, deps.keys, chain)
  const unswept: CachedBalance[] = []
  for (let at = 0; at < funded.length; at += addressesAtOnce) {
    const some = funded.slice(at, at + addressesAtOnce)
    const balances = await Promise.all(
      some.map(({ address, changedMs }) =>
        readCachedBalance(cache, `${chain} ${address}`, {
          changedMs,
          nowMs: deps.clock(),
          tokens,
          read: () => balanceOf(address, tokens),
        }),
      ),
    )
    for (const one of balances) {
      if (one === null) return null
      unswept.push(one)
    }
  }
  const of = new Map<string | null, { hot: bigint; unswept: bigint }>()
  for (const contract of contracts) {
    const own = hot.get(contract) ?? null
    const rest = sumOf(unswept.map(({ balance }) => balance.get(contract) ?? null))
    if (own !== null && rest !== null) of.set(contract, { hot: own, unswept: rest })
  }
  const readMs = unswept.reduce((oldest, one) => Math.min(oldest, one.readMs), beganMs)
  return { of, readMs }
}

/** Null where one of them is not known. */
function sumOf(amounts: readonly (bigint | null)[]): bigint | null {
  return amounts.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0n)
}

/** A balance that nothing of ours changed since is believed for some minutes, at its age. */
async function readCachedBalance(
  cache: Map<string, CachedBalance>,
  key: string,
  request: {
    readonly changedMs: number
    readonly nowMs: number
    readonly tokens: readonly string[]
    readonly read: () => Promise<Balance | null>
  },
): Promise<CachedBalance | null> {
  const known = cache.get(key)
  const { changedMs, nowMs, tokens } = request
  const ageMs = nowMs - (known?.readMs ?? 0)
  const isFresh =
    known !== undefined &&
    known.readMs > changedMs &&
    // What was read after now was read before the clock was set back (INV-26).
    ageMs >= 0 &&
    ageMs < balanceCachedMs &&
    tokens.every((token) => known.balance.has(token))
  if (isFresh) return known
  const balance = await request.read()
  if (balance === null) return null
  const read = { balance, readMs: nowMs }
  cache.set(key, read)
  return read
}
