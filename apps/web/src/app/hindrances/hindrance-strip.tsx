/** Says what this browser does not give the page and what still works, and that another tab changed the language. */
import { browserSupportMessages, type Language } from '@tukar/i18n'
import { TextButton } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { sayer } from '../translate.ts'
import styles from './hindrance-strip.module.css'
import type { Capability } from './missing.ts'

const say = sayer(browserSupportMessages)

export type HindranceStripProps = {
  readonly missing: readonly Capability[]
  /** The language that another tab changed to; null where none did. */
  readonly chosen: Language | null
}

/** The strip. */
export function HindranceStrip({ missing, chosen }: HindranceStripProps) {
  return (
    <aside aria-label={say('label')} className={styles['strip']}>
      {missing.map((capability) => (
        <Banner key={capability} tone="warn" isSpoken>
          {say(capability)}
        </Banner>
      ))}
      {chosen !== null && (
        <Banner
          tone="info"
          isSpoken
          action={<TextButton onClick={() => location.reload()}>{say('reload')}</TextButton>}
        >
          {say(chosen === 'id' ? 'otherLanguageId' : 'otherLanguage')}
        </Banner>
      )}
    </aside>
  )
}
