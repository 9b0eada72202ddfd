/** Says that a newer version is there; the page is loaded again by its reader, who may have typed something. */
import { shellMessages } from '@tukar/i18n'
import { TextButton } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { sayer } from '../translate.ts'
import { useNewerVersion } from './newer-version.ts'
import styles from './newer.module.css'

const say = sayer(shellMessages)

/** The banner; nothing while this version is the newest that the page knows of. */
export function NewerBanner() {
  if (!useNewerVersion()) return null
  const action = <TextButton onClick={() => location.reload()}>{say('reload')}</TextButton>
  return (
    <div className={styles['newer']}>
      <Banner tone="info" isSpoken action={action}>
        {say('newerVersion')}
      </Banner>
    </div>
  )
}
