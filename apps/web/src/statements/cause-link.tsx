/** The link from an entry to its cause: the market of its order, or the page of its transfer. */
import { statementMessages } from '@tukar/i18n'
import { pageTranslator } from '../app/translate.ts'
import { useLiveMarkets } from '../trade/market/live-markets.ts'
import { Link } from '../ui/button.tsx'
import { findCurrencyPage } from '../wallets/currency-page.ts'
import type { StatementEntry } from './statement-wire.ts'

const t = pageTranslator(statementMessages)

/** The link; nothing if the entry has no order or transfer. */
export function CauseLink({ entry }: { readonly entry: StatementEntry }) {
  const { cause, symbol, pair } = entry
  if (cause === null) return null
  const { of, id } = cause
  if (of === 'order') return <OrderLink pair={pair} id={id} />
  const isDeposit = of === 'deposit' || of === 'chain_deposit'
  const text = t(isDeposit ? 'deposit' : 'withdrawal', { id })
  switch (findCurrencyPage(symbol)) {
    case 'rupiah':
      return (
        <Link to={isDeposit ? '/settings/wallets/idr_deposit' : '/settings/wallets/idr_withdraw'}>
          {text}
        </Link>
      )
    case 'bitcoin':
      return (
        <Link to={isDeposit ? '/settings/wallets/btc_deposit' : '/settings/wallets/btc_withdraw'}>
          {text}
        </Link>
      )
    case null:
      return (
        <Link
          to={
            isDeposit
              ? '/settings/wallets/$currency/deposit'
              : '/settings/wallets/$currency/withdraw'
          }
          params={{ currency: symbol }}
        >
          {text}
        </Link>
      )
  }
}

function OrderLink({ pair, id }: { readonly pair: string; readonly id: string }) {
  const { markets } = useLiveMarkets()
  const market = markets.find((one) => one.pair === pair)
  const text = t('order', { id })
  if (market === undefined) return <>{text}</>
  return (
    <Link to="/markets/$marketId/$pair" params={{ marketId: String(market.id), pair }}>
      {text}
    </Link>
  )
}
