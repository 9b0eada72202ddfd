/** Reads our holdings from the chains: balances of addresses, and unspent outputs. */
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
import { type ChainHoldings, readingValidMs } from './custody.ts'
import { fundedAddresses, type HeldOutput, heldOutputs } from './custody-store.ts'

/** An unchanged address is read again after this time, before its reading becomes stale. */
const balanceCachedMs = readingValidMs - 60_000
const addressesAtOnce = 8

export type CustodyNodes = {
  readonly bitcoin: {
    readonly node: Pick<BitcoinNode, 'unspent'>
    /** The account whose keys may spend our outputs. */
    readonly account: Pick<BitcoinAccount, 'at'>
  } | null
  /** The reachable nodes, each with the hot wallet's address in lower case. */
  readonly evm: ReadonlyMap<
    ChainName,
    { readonly node: Pick<EvmNode, 'balances'>; readonly hotAddress: string }
  >
}

export type ReadingDeps = {
  readonly database: Database
  /** The keys of the address seals. */
  readonly keys: Keys
  readonly assets: readonly ChainAsset[]
  /** Null while no node runs: a reading does not start nodes. */
  readonly nodes: () => Promise<CustodyNodes | null>
  readonly clock: () => number
}

/** Balances by contract; null if the contract does not answer. */
type Balance = ReadonlyMap<string | null, bigint | null>
type CachedBalance = { readonly balance: Balance; readonly readMs: number }

/**
 * Reads a chain's holdings; null if its node does not answer. A token whose contract does not answer is left
 * out, so that only that token becomes stale.
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
 * Reads the outputs: change and top-ups are hot, and users' deposits are spent directly from their addresses.
 * The rows only name outputs. The node tells whether each is unspent, its amount and its address, and only
 * outputs of our own keys count.
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
      // An output that the node calls spent, or that belongs to another key, is not held, whatever its row
      // says.
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
  // A token that did not answer for the hot wallet is not asked about other addresses.
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

/** Null if one amount is unknown. */
function sumOf(amounts: readonly (bigint | null)[]): bigint | null {
  return amounts.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0n)
}

/**
 * Reads a balance through the cache. Without a change of our rows, a balance is valid for some minutes; it
 * keeps the time of its reading.
 */
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
    // A reading time after now means that the clock was set back (INV-26).
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
