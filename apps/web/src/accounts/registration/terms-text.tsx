/** The text of the terms; it reports when its end was visible. */
import { accountMessages, termsOf, termsUpdatedOn } from '@tukar/i18n'
import { useEffect, useRef } from 'react'
import { isSimulation } from '../../app/client-config.ts'
import { pageTranslator } from '../../app/translate.ts'
import { language } from '../../theme/preferences.ts'
import styles from '../sign-in/auth.module.css'

const t = pageTranslator(accountMessages)

/** The terms as the dialog shows them. */
export function TermsText({ onEnd }: { readonly onEnd: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const mark = end.current
    if (mark === null) return undefined
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) onEnd()
    })
    watcher.observe(mark)
    return () => watcher.disconnect()
  }, [onEnd])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach the text to scroll it
    <div className={styles['terms']} tabIndex={0}>
      <p>{t('termsUpdated', { date: termsUpdatedOn })}</p>
      {termsOf(language, isSimulation).map(({ title, paragraphs }) => (
        <section key={title}>
          <h3>{title}</h3>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <div ref={end} className={styles['termsEnd']} />
    </div>
  )
}
