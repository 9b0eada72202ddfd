/** How to reach the operator: the e-mail address and a form (LEGAL-03, LEGAL-04). */
import { contactMessages, shellMessages } from '@tukar/i18n'
import { clientConfig } from '../app/client-config.ts'
import { sayer } from '../app/translate.ts'
import { usePageTitle } from '../app/title.ts'
import { PartBoundary } from '../foreign/part-boundary.tsx'
import { Icon } from '../ui/icon.tsx'
import { ContactForm } from './contact-form.tsx'
import styles from './contact-page.module.css'

const say = sayer(contactMessages)
const sayShell = sayer(shellMessages)

/** `/pages/contact-us` */
export function ContactPage() {
  usePageTitle(sayShell('contact'))
  const { contactEmail } = clientConfig
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1>{say('title')}</h1>
        <p>{say('text')}</p>
      </header>
      <PartBoundary>
        <ContactForm />
      </PartBoundary>
      <aside className={styles['side']}>
        {contactEmail !== '' && (
          <section>
            <h2>
              <Icon name="mail" size={18} />
              {say('emailTitle')}
            </h2>
            <p>{say('emailText')}</p>
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
            {say('accountTitle')}
          </h2>
          <p>{say('accountText')}</p>
        </section>
        <section>
          <h2>
            <Icon name="clock" size={18} />
            {say('answerTitle')}
          </h2>
          <p>{say('answerText')}</p>
        </section>
      </aside>
    </div>
  )
}
