/** Details of what is simulated. */
import { formatDecimal, formatRupiah, simulationMessages } from '@tukar/i18n'
import { Icon, type IconName } from '../ui/icon.tsx'
import { clientConfig } from './client-config.ts'
import styles from './frame.module.css'
import { pageTranslator } from './translate.ts'

const t = pageTranslator(simulationMessages)

/** A line for each fact. */
export function SimulationFacts() {
  const { rupiah, bitcoin } = clientConfig.startingFunds
  const funds = {
    rupiah: formatRupiah(rupiah, 0),
    bitcoin: `${formatDecimal(bitcoin, { decimals: 2, decimalsMax: 8 })} BTC`,
  }
  const [before = '', after = ''] = t('ribbonReset', { command: '|' }).split('|')
  const facts: readonly (readonly [IconName, React.ReactNode])[] = [
    ['swap', t('ribbonPrices')],
    ['info', t('ribbonVolume')],
    ['wallet', t('ribbonFunds', funds)],
    ['scale', t('ribbonRules')],
    [
      'refresh',
      <>
        {before}
        <code>npm run reset</code>
        {after}
      </>,
    ],
  ]
  return (
    <ul className={styles['facts']}>
      {facts.map(([icon, text]) => (
        <li key={icon}>
          <Icon name={icon} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
