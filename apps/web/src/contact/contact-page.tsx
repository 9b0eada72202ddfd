/** How to contact the operator: the e-mail address and a form (LEGAL-03, LEGAL-04). */
import { contactMessages, shellMessages } from '@tukar/i18n'
import { clientConfig } from '../app/client-config.ts'
import { pageTranslator } from '../app/translate.ts'
import { usePageTitle } from '../app/title.ts'
import { PartBoundary } from '../foreign/part-boundary.tsx'
import { Icon } from '../ui/icon.tsx'
import { ContactForm } from './contact-form.tsx'
import styles from './contact-page.module.css'

const t = pageTranslator(contactMessages)
const tShell = pageTranslator(shellMessages)

/** `/pages/contact-us` */
export function ContactPage() {
  usePageTitle(tShell('contact'))
  const { contactEmail } = clientConfig
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1>{t('title')}</h1>
        <p>{t('text')}</p>
      </header>
      <PartBoundary>
        <ContactForm />
      </PartBoundary>
      <aside className={styles['side']}>
        {contactEmail !== '' && (
          <section>
            <h2>
              <Icon name="mail" size={18} />
              {t('emailTitle')}
            </h2>
            <p>{t('emailText')}</p>
            <p>
              <a className={styles['address']} href={`mailto:${contactEmail}`}>
                {contactEmail}
              </a>
            </p>
          </section>
        )}
        <section>
          <h2>
            <Icon name="shield" size={18} />
            {t('accountTitle')}
          </h2>
          <p>{t('accountText')}</p>
        </section>
        <section>
          <h2>
            <Icon name="clock" size={18} />
            {t('answerTitle')}
          </h2>
          <p>{t('answerText')}</p>
        </section>
      </aside>
    </div>
  )
}
