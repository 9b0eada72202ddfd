/** The column beside the account forms: the true address of the site, and live market prices. */
import { accountMessages, formatPrice } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import { pairText } from '../../markets/market.ts'
import { Change } from '../../markets/price.tsx'
import { useMarkets } from '../../markets/use-markets.ts'
import { AssetIcon } from '../../ui/asset-icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './auth.module.css'

const t = pageTranslator(accountMessages)
const marketsShown = 5
const decimalsMax = 8

/** Shown from 1024 px on; it has nothing that the forms need. */
export function AuthSide() {
  const { markets } = useMarkets()
  return (
    <aside className={styles['side']}>
      <section className={styles['panel']}>
        <h2>
          <Icon name="shield" />
          {t('addressTitle')}
        </h2>
        <p>{t('addressText')}</p>
        <p className={styles['address']}>{location.origin}</p>
      </section>
      {markets.length > 0 && (
        <section className={styles['panel']}>
          <h2>{t('statusTitle')}</h2>
          <ul className={styles['rows']}>
            {markets.slice(-marketsShown).map((market) => (
              <li key={market.id}>
                <span>
                  <AssetIcon symbol={market.base} source={market.icon} size={20} />
                  {pairText(market.pair)}
                </span>
                <span>{formatPrice(market.lastPrice, decimalsMax, market.priceDecimals)}</span>
                <Change percent={market.changePercent} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  )
}
