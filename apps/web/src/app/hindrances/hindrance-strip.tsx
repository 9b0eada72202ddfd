/**
 * Tells which browser features are missing and what still works, and that another tab changed the language.
 */
import { browserSupportMessages, type Language } from '@tukar/i18n'
import { TextButton } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { pageTranslator } from '../translate.ts'
import styles from './hindrance-strip.module.css'
import type { Capability } from './missing.ts'

const t = pageTranslator(browserSupportMessages)

export type HindranceStripProps = {
  readonly missing: readonly Capability[]
  /** The language that another tab chose; null if it is this page's. */
  readonly chosen: Language | null
}

/** The strip below the navigation. */
export function HindranceStrip({ missing, chosen }: HindranceStripProps) {
  return (
    <aside aria-label={t('label')} className={styles['strip']}>
      {missing.map((capability) => (
        <Banner key={capability} tone="warn" isSpoken>
          {t(capability)}
        </Banner>
      ))}
      {chosen !== null && (
        <Banner
          tone="info"
          isSpoken
          action={<TextButton onClick={() => location.reload()}>{t('reload')}</TextButton>}
        >
          {t(chosen === 'id' ? 'otherLanguageId' : 'otherLanguage')}
        </Banner>
      )}
    </aside>
  )
}
