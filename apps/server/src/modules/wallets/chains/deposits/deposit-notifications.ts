/** Tells people what became of their coins on a chain (SRV-72): by notice and mail, exactly if it did. */
import { amountInSentence } from '@tukar/i18n/server'
import { formatUnits } from '@tukar/money'
import type { Transaction } from '../../../../platform/database/pool.ts'
import type { Mail } from '../../../../platform/mail/mail.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { findAddressee } from '../../../accounts/index.ts'
import { notify } from '../../../notifications/index.ts'
import { inSuspenseCause } from '../../machine/deposit-booking.ts'
import { chainTable } from '../chains.ts'
import { unprovenCause } from './deposit.ts'
import type { ChainDeposit } from './deposit-row.ts'
import { wasCrumbCredited } from './deposit-store.ts'
import type { ChainRegister } from '../register.ts'
import { chainAmountText, chainLabels } from '../amount-text.ts'

export type DepositTellingParts = {
  readonly keys: Keys
  readonly mail: Mail
  /** Where our pages are, without a slash at the end. */
  readonly origin: string
  readonly register: ChainRegister
}

/** What is told of a state; null where that is no news to its owner. */
function toldOf({ state, cause }: ChainDeposit) {
  // What people decided about it is theirs to tell; who is gone is told nothing.
  if (cause === 'set_aside' || cause === 'released' || cause === 'account_deleted') return null
  // He was told when it was credited.
  if (state === 'credited' && cause === unprovenCause) return null
  switch (state) {
    case 'credited':
      return 'coin_deposit_credited'
    case 'held':
      return cause === 'needs_sender' ? 'coin_deposit_sender' : 'coin_deposit_review'
    case 'too_small':
      return 'coin_deposit_small'
    case 'claimed_back':
      return 'coin_deposit_reversed'
    case 'crediting':
      return cause === inSuspenseCause ? 'coin_deposit_review' : null
    case 'seen':
    case 'confirming':
    case 'undone':
    case 'reversing':
      return null
  }
}

/** Where its owner finds it. */
function pathOf({ chain }: ChainDeposit, symbol: string): string {
  const isBitcoin = chainTable[chain].family === 'bitcoin'
  return isBitcoin ? '/settings/wallets/btc_deposit' : `/settings/wallets/${symbol}/deposit`
}

/** Tells of a deposit's new state, where that is news to its owner. */
export async function tellOfChainDeposit(
  { keys, mail, origin, register }: DepositTellingParts,
  transaction: Transaction,
  row: ChainDeposit,
): Promise<void> {
  const kind = toldOf(row)
  if (kind === null) return
  const isCrumb = row.state === 'credited' && row.isAddedUp
  if (isCrumb && (await wasCrumbCredited(transaction, row))) return
  const { chain, contract, units } = row
  const asset = register.assets.find((one) => one.chain === chain && one.contract === contract)
  // Its contract was taken off the list: what is left of it is the operators' to tell.
  if (asset === undefined) return
  const isExact = units === null || units === 0
  const text = isExact
    ? chainAmountText(row.amount, asset.chainDecimals)
    : formatUnits(units, asset.unitDecimals)
  const said = `${text} ${asset.symbol}`
  await notify(transaction, { accountId: row.userId, kind, params: { amount: said } })
  if (kind === 'coin_deposit_small') return
  const addressee = await findAddressee(transaction, keys, row.userId)
  if (addressee === null) return
  const { email: to, fullName: name, language } = addressee
  const amount = amountInSentence(text, asset.symbol)
  const link = origin + pathOf(row, asset.symbol)
  const params = { name, amount, link, chain: chainLabels[chain], txid: row.txid }
  await mail.send(transaction, {
    template: kind,
    params: { ...params, atMs: Date.now() },
    to,
    language,
  })
}
