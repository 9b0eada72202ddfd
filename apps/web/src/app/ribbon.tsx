/** Shows on every page that money is play money, and what is simulated. */
import { shellMessages } from '@tukar/i18n'
import { lazy, useState } from 'react'
import { TextButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import styles from './frame.module.css'
import { LazyPart } from './later-part.tsx'
import { pageTranslator } from './translate.ts'

const t = pageTranslator(shellMessages)

const Facts = lazy(async () => ({
  default: (await import('./simulation-facts.tsx')).SimulationFacts,
}))

/** The strip above the navigation in simulation mode. */
export function SimulationRibbon() {
  const [isOpen, setOpen] = useState(false)
  return (
    <aside className={styles['ribbon']} aria-label={t('simulation')}>
      <span className={styles['ribbonName']}>{t('simulation')}</span>
      <span className={styles['ribbonText']}>{t('ribbonText')}</span>
      <span className={styles['ribbonShort']}>{t('ribbonShort')}</span>
      <TextButton onClick={() => setOpen(true)}>{t('ribbonMore')}</TextButton>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('ribbonTitle')}>
        <LazyPart place={<div className={styles['factsPlace']} />}>
          <Facts />
        </LazyPart>
      </Dialog>
    </aside>
  )
}
