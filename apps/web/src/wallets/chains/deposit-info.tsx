/** The rules of a deposit (EVMD-12): networks, minimum, and waiting time. */
import { coinMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import { Skeleton } from '../../ui/feedback.tsx'
import { Icon } from '../../ui/icon.tsx'
import { classes } from '../../ui/classes.ts'
import rupiahStyles from '../rupiah/rupiah.module.css'
import styles from './chains.module.css'
import {
  type ChainName,
  chainTitle,
  type Coin,
  depositChains,
  shownCoin,
  type CoinNetwork,
} from './coin.ts'
import { shortAddress } from './coin-withdrawal.ts'
import type { Loaded } from '../rupiah/use-rupiah.ts'
import { useNetworks } from './use-coin.ts'

const t = pageTranslator(coinMessages)

/** The panel; it is rendered without the server's figures too. */
export function DepositInfo({ coin }: { readonly coin: Coin }) {
  const { symbol, decimals, travelLimit } = coin
  const networks = useNetworks(coin)
  return (
    <section
      className={classes(rupiahStyles['before'], rupiahStyles['beforeFirst'])}
      aria-labelledby="info-title"
    >
      <h2 id="info-title">
        <Icon name="info" size={18} />
        {t('infoTitle')}
      </h2>
      <Networks coin={coin} networks={networks} />
      <ul>
        <li>{t(coin.kind === 'bitcoin' ? 'infoOnlyBitcoin' : 'infoOnly', { symbol })}</li>
        {coin.kind === 'bitcoin' && <li>{t('infoWaitBitcoin')}</li>}
        <li>{t('infoSmall')}</li>
        {travelLimit !== null && (
          <li>{t('infoSender', { amount: shownCoin(travelLimit, decimals), symbol })}</li>
        )}
      </ul>
    </section>
  )
}

/** The networks by name, with their rules. */
function Networks({
  coin,
  networks,
}: {
  readonly coin: Coin
  readonly networks: Loaded<readonly CoinNetwork[]>
}) {
  const chains = depositChains(coin, networks.value)
  if (chains.length === 0)
    return networks.value === undefined && !networks.isFailed ? (
      <Skeleton width="100%" height={96} />
    ) : null
  return (
    <table className={styles['networks']}>
      <caption>{t('networks')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('network')}</th>
          <th scope="col">{t('least')}</th>
          <th scope="col">{t('wait')}</th>
        </tr>
      </thead>
      <tbody>
        {chains.map((chain) => (
          <Network
            key={chain}
            coin={coin}
            chain={chain}
            network={networks.value?.find((one) => one.chain === chain)}
            isLoading={networks.value === undefined && !networks.isFailed}
          />
        ))}
      </tbody>
    </table>
  )
}

function waitText(count: number, most: number): string {
  if (count === 1 && most === 1) return t('waitOfOne')
  return most > count ? t('waitOfRange', { count, most }) : t('waitOf', { count })
}

function Network({
  coin: { decimals, symbol, kind },
  chain,
  network,
  isLoading,
}: {
  readonly coin: Coin
  readonly chain: ChainName
  readonly network: CoinNetwork | undefined
  readonly isLoading: boolean
}) {
  const least = network?.leastDeposit ?? null
  const count = network?.confirmations ?? null
  return (
    <tr>
      <th scope="row">
        {chainTitle(chain)}
        {isLoading && kind === 'evm_token' && (
          <small>
            <Skeleton width={120} height={14} />
          </small>
        )}
        {network?.contract !== undefined && network.contract !== null && (
          <small title={network.contract}>
            {t('contract')}{' '}
            <span className={styles['unbroken']}>{shortAddress(network.contract)}</span>
          </small>
        )}
      </th>
      <td>
        {isLoading ? (
          <Skeleton width={56} height={14} />
        ) : least === null ? (
          '–'
        ) : (
          `${shownCoin(least, decimals)} ${symbol}`
        )}
      </td>
      <td>
        {isLoading ? (
          <Skeleton width={56} height={14} />
        ) : count === null ? (
          '–'
        ) : (
          waitText(count, network?.confirmationsMost ?? count)
        )}
      </td>
    </tr>
  )
}
