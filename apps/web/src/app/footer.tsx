/** The foot of reading pages: brand and social links; a link without an address is not drawn (DEC-06). */
import { shellMessages } from '@tukar/i18n'
import { Brand } from './brand.tsx'
import { clientConfig } from './client-config.ts'
import styles from './frame.module.css'
import { sayer } from './say.ts'

const say = sayer(shellMessages)

/** The footer (NAV-10). */
export function Footer() {
  const social = clientConfig.socialLinks.filter((link) => link.url !== '')
  return (
    <footer className={styles['footer']}>
      <div className={styles['footerInner']}>
        <Brand />
        {social.length > 0 && (
          <nav aria-label={say('socialLinks')} className={styles['footerLinks']}>
            {social.map((link) => (
              <a key={link.url} href={link.url} rel="noopener noreferrer" target="_blank">
                {link.name}
              </a>
            ))}
          </nav>
        )}
        <p>{say('footerHours')}</p>
      </div>
    </footer>
  )
}
