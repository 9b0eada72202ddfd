/** Withdrawals over chains as their owners read them: the timeline, and the next step. */
import type { ChainWithdrawalFigures, NextFigures, StepFigures } from '@tukar/wire'
import { isPauseCause } from '../../machine/request-pause.ts'
import { neededConfirmations } from '../chains.ts'
import type { ListedAsset } from '../register.ts'
import { explorerUrl } from '../amount-text.ts'
import { cancelableStates, type ChainWithdrawal } from './withdrawal-row.ts'
import type { ListedWithdrawal } from './requests/list-store.ts'
import type { ChainWithdrawalDeps } from './deps.ts'
import { assetOf } from './funding.ts'

/** A withdrawal with its timeline; null if its currency is no longer listed. */
export function chainWithdrawalFigures(
  deps: Pick<ChainWithdrawalDeps, 'register' | 'isLocal' | 'nodes'>,
  row: ListedWithdrawal,
  steps: readonly StepFigures[],
): ChainWithdrawalFigures | null {
  const asset = assetOf(deps, row) ?? deps.register.assets.find(sameCurrency(row))
  if (asset === undefined) return null
  const { height, tipHeight } = row
  const isIn = height !== null && tipHeight !== null
  return {
    withdrawalId: row.rowId,
    createdMs: row.createdMs,
    state: row.state,
    cause: row.cause,
    symbol: asset.symbol,
    decimals: asset.unitDecimals,
    chain: row.chain,
    chainId: asset.chainId,
    contract: row.contract,
    amount: row.amount,
    fee: row.fee,
    net: row.net,
    toAddress: row.toAddress,
    receiverName: row.receiverName,
    receiverAddress: row.receiverAddress,
    txid: row.txid,
    explorerUrl: row.txid === null ? null : explorerUrl(placeOf(deps), row.chain, row.txid),
    confirmations: isIn ? Math.max(0, tipHeight - height + 1) : null,
    needed: neededOf(deps, row, asset),
    canCancel: cancelableStates.includes(row.state) && row.canceledBy === null,
    steps,
    next: nextOf(row),
  }
}

function placeOf({ isLocal, nodes }: Pick<ChainWithdrawalDeps, 'isLocal' | 'nodes'>) {
  if (isLocal) return 'local'
  return nodes.network === 'mainnet' ? 'mainnet' : 'testnet'
}

function sameCurrency({ currencyId, chain }: ChainWithdrawal) {
  return (one: ListedAsset) => one.currencyId === currencyId && one.chain === chain
}

function neededOf(
  { register }: Pick<ChainWithdrawalDeps, 'register'>,
  row: ListedWithdrawal,
  asset: ListedAsset,
): number | null {
  const profile = register.chain(row.chain)
  if (profile === null) return null
  const { finality } = profile
  if (finality.kind === 'tag') return finality.usualDepth
  const scale = 10n ** BigInt(asset.chainDecimals - asset.unitDecimals)
  return neededConfirmations(finality, BigInt(row.net) * scale, false)
}

function nextOf(row: ListedWithdrawal): NextFigures | null {
  const { state, cause, frozenUntilMs } = row
  switch (state) {
    case 'held':
      if (isPauseCause(cause)) return { what: 'hold_ends', atMs: frozenUntilMs }
      // An operator must end the hold of the account.
      return { what: cause === null ? 'send' : 'review', atMs: null }
    case 'waiting_approval':
      return { what: 'review', atMs: null }
    case 'approved':
      return { what: cause === null ? 'send' : 'queue', atMs: null }
    case 'requested':
    case 'signing':
    case 'signed':
      return { what: 'send', atMs: null }
    case 'broadcast':
      return { what: 'mine', atMs: null }
    case 'confirming':
      return { what: 'confirm', atMs: null }
    case 'done':
    case 'failed':
    case 'canceled':
      return null
  }
}
