/** The way from an entry to what caused it: the market of its order, or the page of its transfer. */
import { statementMessages } from '@tukar/i18n'
import { sayer } from '../app/translate.ts'
import { useLiveMarkets } from '../trade/market/live-markets.ts'
import { Link } from '../ui/button.tsx'
import { ownPageOf } from '../wallets/own-page.ts'
import type { Line } from './statement-wire.ts'

const say = sayer(statementMessages)

/** The link; nothing where an entry has no case of its own. */
export function CauseLink({ line }: { readonly line: Line }) {
  const { cause, symbol, pair } = line
  if (cause === null) return null
  const { of, id } = cause
  if (of === 'order') return <OrderLink pair={pair} id={id} />
  const isDeposit = of === 'deposit' || of === 'chain_deposit'
  const text = say(isDeposit ? 'deposit' : 'withdrawal', { id })
  switch (ownPageOf(symbol)) {
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
  const text = say('order', { id })
  if (market === undefined) return <>{text}</>
  return (
    <Link to="/markets/$marketId/$pair" params={{ marketId: String(market.id), pair }}>
      {text}
    </Link>
  )
}
