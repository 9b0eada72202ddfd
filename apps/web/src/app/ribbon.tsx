/** Says on every page that money is play money here, and what is simulated. */
import { formatDecimal, formatRupiah, shellMessages } from '@tukar/i18n'
import { useState } from 'react'
import { TextButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { clientConfig } from './client-config.ts'
import styles from './frame.module.css'
import { sayer } from './say.ts'

const say = sayer(shellMessages)

/** The strip above the navigation in simulation mode. */
export function SimulationRibbon() {
  const [isOpen, setOpen] = useState(false)
  return (
    <aside className={styles['ribbon']} aria-label={say('simulation')}>
      <span className={styles['ribbonName']}>{say('simulation')}</span>
      <span className={styles['ribbonText']}>{say('ribbonText')}</span>
      <span className={styles['ribbonShort']}>{say('ribbonShort')}</span>
      <TextButton onClick={() => setOpen(true)}>{say('ribbonMore')}</TextButton>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={say('ribbonTitle')}>
        <Facts />
      </Dialog>
    </aside>
  )
}

function Facts() {
  const { rupiah, bitcoin } = clientConfig.startingFunds
  const funds = {
    rupiah: formatRupiah(rupiah, 0),
    bitcoin: `${formatDecimal(bitcoin, { decimals: 2, decimalsMax: 8 })} BTC`,
  }
  const [before = '', after = ''] = say('ribbonReset', { command: '|' }).split('|')
  const facts: readonly (readonly [IconName, React.ReactNode])[] = [
    ['swap', say('ribbonPrices')],
    ['info', say('ribbonVolume')],
    ['wallet', say('ribbonFunds', funds)],
    ['scale', say('ribbonRules')],
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
