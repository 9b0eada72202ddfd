/** Cancels a withdrawal of coins by the link in its e-mail; anyone with the link may do so (ATT-92). */
import { coinWithdrawalMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import { CancelByLinkPage, type LinkedCalls } from '../transfers/cancel-page.tsx'
import { type LinkedCoin, shownDecimal } from './coin.ts'
import { cancelByLink, loadByLink } from './coin-calls.ts'
import { shortAddress } from './coin-withdrawal.ts'

const t = pageTranslator(coinWithdrawalMessages)

const ofCoins: LinkedCalls<LinkedCoin> = {
  load: loadByLink,
  cancel: cancelByLink,
  factsOf: ({ amount, symbol, toAddress }) => ({
    amount: `${shownDecimal(amount)} ${symbol}`,
    to: t('toAddress', { address: shortAddress(toAddress) }),
  }),
  late: t('linkLate'),
  list: '/settings/wallets',
}

/** `/settings/wallets/coin_withdraw/cancel?token=` */
export function CoinCancelPage() {
  return <CancelByLinkPage calls={ofCoins} />
}
