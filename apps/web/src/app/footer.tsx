/**
 * The footer of content pages (NAV-10): brand, exchange pages, legal pages, social links. A social link
 * without an address is not shown (DEC-06).
 */
import { shellMessages } from '@tukar/i18n'
import { Link } from '../router/link.tsx'
import { tradingRoute } from '../markets/market.ts'
import { VisuallyHidden } from '../ui/feedback.tsx'
import { Brand } from './brand.tsx'
import { clientConfig } from './client-config.ts'
import styles from './frame.module.css'
import { pageTranslator } from './translate.ts'

const t = pageTranslator(shellMessages)

/** The legal pages and the contact page, for footer and mobile menu. */
export const legalPlaces = [
  { key: 'terms', to: '/pages/term-and-conditions' },
  { key: 'privacy', to: '/pages/privacy-policy' },
  { key: 'contact', to: '/pages/contact-us' },
] as const

/** Links to the operator's social profiles; nothing if there are none. */
export function SocialLinks() {
  return clientConfig.socialLinks
    .filter((link) => link.url !== '')
    .map((link) => (
      <a key={link.url} href={link.url} rel="noopener noreferrer" target="_blank">
        {link.name}
        <VisuallyHidden> ({t('newTab')})</VisuallyHidden>
      </a>
    ))
}

/** The footer of content pages. */
export function Footer() {
  const hasSocial = clientConfig.socialLinks.some((link) => link.url !== '')
  return (
    <footer className={styles['footer']}>
      <div className={styles['footerInner']}>
        <div className={styles['footerBrand']}>
          <Brand />
          <p>{t('footerText')}</p>
          <p>{t('footerHours')}</p>
        </div>
        <nav aria-labelledby="footer-exchange" className={styles['footerLinks']}>
          <h2 id="footer-exchange">{t('exchangeLinks')}</h2>
          <Link to="/">{t('home')}</Link>
          <Link to="/markets">{t('market')}</Link>
          <Link {...tradingRoute}>{t('exchange')}</Link>
        </nav>
        <nav aria-labelledby="footer-legal" className={styles['footerLinks']}>
          <h2 id="footer-legal">{t('legalLinks')}</h2>
          {legalPlaces.map(({ key, to }) => (
            <Link key={key} to={to}>
              {t(key)}
            </Link>
          ))}
        </nav>
        {hasSocial && (
          <nav aria-labelledby="footer-social" className={styles['footerLinks']} data-row>
            <h2 id="footer-social">{t('socialLinks')}</h2>
            <SocialLinks />
          </nav>
        )}
      </div>
    </footer>
  )
}
