/**
 * The money map: all that a person has, in rupiah, as one bar: available, in orders, in withdrawals;
 * and beside it what arrives. The parts of the bar always make the total.
 */
import { formatRupiah, walletMessages } from '@tukar/i18n'
import { sayer } from '../app/say.ts'
import { Skeleton } from '../ui/feedback.tsx'
import { decimalOf, type Worth } from './wallet-value.ts'
import styles from './wallets-page.module.css'

const say = sayer(walletMessages)

const wholeShare = 1_000

export type MoneyMapProps = {
  /** Undefined while it is not known. */
  readonly worth: Worth | undefined
  /** Rupiah units that withdrawals hold and that deposits bring; null while not known. */
  readonly inFlight: { readonly withdrawals: bigint; readonly arriving: bigint } | null
}

/** The total with its parts. */
export function MoneyMap({ worth, inFlight }: MoneyMapProps) {
  return (
    <section className={styles['map']} aria-labelledby="map-title">
      <h2 id="map-title">{say('all')}</h2>
      {worth === undefined ? (
        <Skeleton width="100%" height={108} />
      ) : (
        <Parts worth={worth} inFlight={inFlight} />
      )}
    </section>
  )
}

function Parts({ worth, inFlight }: MoneyMapProps & { readonly worth: Worth }) {
  const { total, free, held, unknown } = worth
  const withdrawals = inFlight === null ? null : least(inFlight.withdrawals, held)
  const parts = [
    { key: 'free', name: say('partFree'), units: free },
    { key: 'orders', name: say('partOrders'), units: held - (withdrawals ?? 0n) },
    { key: 'withdrawals', name: say('partWithdrawals'), units: withdrawals ?? 0n },
  ]
  return (
    <>
      <p className={styles['grand']}>{formatRupiah(decimalOf(total))}</p>
      {unknown.length > 0 && (
        <p className={styles['closed']}>{say('without', { symbols: unknown.join(', ') })}</p>
      )}
      <div className={styles['bar']} aria-hidden="true">
        {parts
          .filter(({ units }) => units > 0n)
          .map(({ key, units }) => (
            <span
              key={key}
              data-part={key}
              style={{ flexGrow: Number((units * BigInt(wholeShare)) / total) }}
            />
          ))}
      </div>
      <dl>
        {parts.map(({ key, name, units }) => (
          <div key={key} data-part={key}>
            <dt>{name}</dt>
            <dd>{formatRupiah(decimalOf(units))}</dd>
          </div>
        ))}
        {inFlight !== null && inFlight.arriving > 0n && (
          <div data-part="arriving">
            <dt>{say('partArriving')}</dt>
            <dd>{formatRupiah(decimalOf(inFlight.arriving))}</dd>
          </div>
        )}
      </dl>
    </>
  )
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
