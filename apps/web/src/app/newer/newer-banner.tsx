/** Tells that a newer version is available. The user reloads the page, because unsent input would be lost. */
import { shellMessages } from '@tukar/i18n'
import { TextButton } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { pageTranslator } from '../translate.ts'
import { useNewerVersion } from './newer-version.ts'
import styles from './newer.module.css'

const t = pageTranslator(shellMessages)

/** The banner; empty while no newer version is known. */
export function NewerBanner() {
  if (!useNewerVersion()) return null
  const action = <TextButton onClick={() => location.reload()}>{t('reload')}</TextButton>
  return (
    <div className={styles['newer']}>
      <Banner tone="info" isSpoken action={action}>
        {t('newerVersion')}
      </Banner>
    </div>
  )
}
