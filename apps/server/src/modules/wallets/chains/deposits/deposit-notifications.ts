/**
 * Notifies users about their chain deposits (SRV-72), in the app and by e-mail, in the transaction of the
 * change.
 */
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

export type DepositNotificationDeps = {
  readonly keys: Keys
  readonly mail: Mail
  /** The URL of our pages, without a trailing slash. */
  readonly origin: string
  readonly register: ChainRegister
}

/** The notification of a state; null if the state is no news to the owner. */
function templateOf({ state, cause }: ChainDeposit) {
  // Operators explain their own decisions to the user. A deleted user gets no notification.
  if (cause === 'set_aside' || cause === 'released' || cause === 'account_deleted') return null
  // The owner was notified when the deposit was credited.
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

/** The page that shows the deposit to its owner. */
function pathOf({ chain }: ChainDeposit, symbol: string): string {
  const isBitcoin = chainTable[chain].family === 'bitcoin'
  return isBitcoin ? '/settings/wallets/btc_deposit' : `/settings/wallets/${symbol}/deposit`
}

/** Notifies the owner of a deposit's new state, if it is news. */
export async function notifyChainDeposit(
  { keys, mail, origin, register }: DepositNotificationDeps,
  transaction: Transaction,
  row: ChainDeposit,
): Promise<void> {
  const kind = templateOf(row)
  if (kind === null) return
  const isCrumb = row.state === 'credited' && row.isAddedUp
  if (isCrumb && (await wasCrumbCredited(transaction, row))) return
  const { chain, contract, units } = row
  const asset = register.assets.find((one) => one.chain === chain && one.contract === contract)
  // The contract is no longer listed, so operators inform the owner.
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
