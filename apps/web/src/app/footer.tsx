/**
 * The foot of reading pages (NAV-10): brand, the exchange's own pages, legal pages, social links. A
 * social link without an address is not drawn (DEC-06).
 */
import { shellMessages } from '@tukar/i18n'
import { Link } from '../router/link.tsx'
import { exchangePlace } from '../markets/market.ts'
import { VisuallyHidden } from '../ui/feedback.tsx'
import { Brand } from './brand.tsx'
import { clientConfig } from './client-config.ts'
import styles from './frame.module.css'
import { sayer } from './translate.ts'

const say = sayer(shellMessages)

/** The legal pages and the contact page, as they stand in footer and mobile menu. */
export const legalPlaces = [
  { key: 'terms', to: '/pages/term-and-conditions' },
  { key: 'privacy', to: '/pages/privacy-policy' },
  { key: 'contact', to: '/pages/contact-us' },
] as const

/** The links to the operator's places elsewhere; nothing where there are none. */
export function SocialLinks() {
  return clientConfig.socialLinks
    .filter((link) => link.url !== '')
    .map((link) => (
      <a key={link.url} href={link.url} rel="noopener noreferrer" target="_blank">
        {link.name}
        <VisuallyHidden> ({say('newTab')})</VisuallyHidden>
      </a>
    ))
}

/** The footer. */
export function Footer() {
  const hasSocial = clientConfig.socialLinks.some((link) => link.url !== '')
  return (
    <footer className={styles['footer']}>
      <div className={styles['footerInner']}>
        <div className={styles['footerBrand']}>
          <Brand />
          <p>{say('footerText')}</p>
          <p>{say('footerHours')}</p>
        </div>
        <nav aria-labelledby="footer-exchange" className={styles['footerLinks']}>
          <h2 id="footer-exchange">{say('exchangeLinks')}</h2>
          <Link to="/">{say('home')}</Link>
          <Link to="/markets">{say('market')}</Link>
          <Link {...exchangePlace}>{say('exchange')}</Link>
        </nav>
        <nav aria-labelledby="footer-legal" className={styles['footerLinks']}>
          <h2 id="footer-legal">{say('legalLinks')}</h2>
          {legalPlaces.map(({ key, to }) => (
            <Link key={key} to={to}>
              {say(key)}
            </Link>
          ))}
        </nav>
        {hasSocial && (
          <nav aria-labelledby="footer-social" className={styles['footerLinks']} data-row>
            <h2 id="footer-social">{say('socialLinks')}</h2>
            <SocialLinks />
          </nav>
        )}
      </div>
    </footer>
  )
}
