/** Further links of the navigation: legal pages, contact, social links (GEN-12). */
import { shellMessages } from '@tukar/i18n'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuLink } from '../ui/menu.tsx'
import { clientConfig } from './client-config.ts'
import { legalPlaces, SocialLinks } from './footer.tsx'
import styles from './frame.module.css'
import { pageTranslator } from './translate.ts'

const t = pageTranslator(shellMessages)

/** The "More" button with its menu. */
export function MoreMenu() {
  const hasSocial = clientConfig.socialLinks.some((link) => link.url !== '')
  return (
    <Menu
      label={t('more')}
      align="start"
      renderTrigger={(props) => (
        <button type="button" className={styles['more']} {...props}>
          {t('more')}
          <Icon name="chevron-down" size={14} />
        </button>
      )}
    >
      {(close) => (
        <>
          {legalPlaces.map(({ key, to }) => (
            <MenuLink key={key} to={to} onClick={close}>
              {t(key)}
            </MenuLink>
          ))}
          {hasSocial && (
            <div className={styles['moreSocial']}>
              <SocialLinks />
            </div>
          )}
        </>
      )}
    </Menu>
  )
}
