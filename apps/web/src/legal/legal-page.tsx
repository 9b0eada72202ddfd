/**
 * A legal text as a page: a summary, its contents, its numbered clauses. It is in the page's language
 * (GEN-09) and can be printed.
 */
import { type LegalText, legalMessages, shellMessages } from '@tukar/i18n'
import { pageTranslator } from '../app/translate.ts'
import { useState } from 'react'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './legal-page.module.css'

const t = pageTranslator(legalMessages)
const tShell = pageTranslator(shellMessages)

export type LegalPageProps = {
  readonly title: string
  readonly text: LegalText
}

/** The page of a legal text. */
export function LegalPage({ title, text }: LegalPageProps) {
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1>{title}</h1>
        <p>
          {t('updated', { date: text.updatedOn })} · {t('law')}
        </p>
        <Button size="small" className={styles['print']} onClick={() => window.print()}>
          <Icon name="print" size={16} />
          {t('print')}
        </Button>
      </header>
      <Contents text={text} />
      <article className={styles['text']}>
        <section className={styles['summary']} aria-labelledby="in-short">
          <h2 id="in-short">{t('inShort')}</h2>
          <ul>
            {text.summary.map((line) => (
              <li key={line}>
                <Icon name="check" size={18} />
                <span>{line}</span>
              </li>
            ))}
          </ul>
        </section>
        {text.clauses.map((clause, index) => (
          <section key={clause.title} id={toFragment(index)} className={styles['clause']}>
            <h2>
              <span className={styles['number']}>{index + 1}.</span> {clause.title}
            </h2>
            {clause.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
        <footer className={styles['foot']}>
          <span>{t('questions')}</span>
          <ButtonLink to="/pages/contact-us" size="small">
            {tShell('contact')}
          </ButtonLink>
        </footer>
      </article>
    </div>
  )
}

/** The fragment of a clause within its page. */
function toFragment(index: number): string {
  return `clause-${index + 1}`
}

/** The list of clauses: open on wide windows, folded above the text on phones. */
function Contents({ text }: { readonly text: LegalText }) {
  const [isOpen, setOpen] = useState(() => matchMedia('(width >= 768px)').matches)
  return (
    <nav className={styles['contents']} aria-label={t('contents')}>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          {t('contents')}
          <Icon name="chevron-down" size={16} />
        </summary>
        <ol>
          {text.clauses.map((clause, index) => (
            <li key={clause.title}>
              <a href={`#${toFragment(index)}`}>
                <span className={styles['number']}>{index + 1}.</span>
                {clause.title}
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
}
