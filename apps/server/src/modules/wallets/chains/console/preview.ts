/** Previews the e-mail that an operator's decision about coins sends. */
import type { ChainWithdrawalDecisionWord, DeskPreview } from '@tukar/wire'
import type { Database } from '../../../../platform/database/pool.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { renderMail } from '../../../../platform/mail/templates.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { findAddressee } from '../../../accounts/index.ts'
import { maskedName } from '../../../desk/index.ts'
import { chainWithdrawalDecisions } from './decisions.ts'
import { findDeskChainWithdrawal } from './store.ts'
import type { ListedAsset } from '../register.ts'
import { chainLabels, coinText } from '../amount-text.ts'
import { toSentence } from '../../machine/approvals.ts'
import { pageOf } from '../withdrawals/notifications.ts'

export type PreviewDeps = {
  readonly database: Database
  readonly keys: Keys
  /** The URL of our pages, without a trailing slash. */
  readonly origin: string
  readonly product: string
  readonly listed: readonly ListedAsset[]
}

const nothing: DeskPreview = { mail: null }

/**
 * The e-mail of a rejection. An approval sends none until the coins are sent, and another check sends none.
 */
export async function previewChainWithdrawal(
  { database, keys, origin, product, listed }: PreviewDeps,
  rowId: number,
  { decision, reason = '' }: { decision: ChainWithdrawalDecisionWord; reason?: string | undefined },
): Promise<DeskPreview> {
  const row = await findDeskChainWithdrawal(database, rowId)
  if (row === null) throw new Refusal('desk.case_unknown')
  if (!chainWithdrawalDecisions(row).includes(decision)) throw new Refusal('desk.already_decided')
  const { chain, contract, amount, fee, net, toAddress: address } = row
  const asset = listed.find((one) => one.chain === chain && one.contract === contract)
  const addressee = await findAddressee(database, keys, row.userId)
  if (decision !== 'reject' || asset === undefined || addressee === null) return nothing
  const { fullName, language } = addressee
  const params = {
    name: maskedName(fullName),
    amount: coinText(amount, asset),
    fee: coinText(fee, asset),
    net: coinText(net, asset),
    chain: chainLabels[chain],
    address,
    reason: toSentence(reason),
    txid: '',
    until: '',
    atMs: Date.now(),
    link: origin + pageOf(asset),
  }
  const brand = { product, origin }
  const { subject, text } = renderMail('coin_withdrawal_rejected', language, params, brand)
  return { mail: { language, subject, text } }
}
