/** The part of the navigation for signed-in users: notifications and account menu (NAV-03, NAV-04). */
import { initialOf, shellMessages, shortNickname, walletMessages } from '@tukar/i18n'
import { Link } from '../router/link.tsx'
import { type Profile, useProfile } from '../accounts/settings/profile.ts'
import { useSignOut } from '../accounts/sign-in/sign-out.ts'
import { Bell } from '../notifications/bell.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuItem, MenuLink } from '../ui/menu.tsx'
import styles from './frame.module.css'
import { pageTranslator } from './translate.ts'

export { BellSheet as OwnBell } from '../notifications/bell.tsx'

const t = pageTranslator(shellMessages)
const tWallet = pageTranslator(walletMessages)

/** The entries of the account menu (NAV-09). */
const accountRoutes = [
  { name: t('profile'), to: '/settings/profile', icon: 'user' },
  { name: t('myWallet'), to: '/settings/wallets', icon: 'wallet' },
  { name: tWallet('depositRupiah'), to: '/settings/wallets/idr_deposit', icon: 'arrow-down' },
  { name: tWallet('withdrawRupiah'), to: '/settings/wallets/idr_withdraw', icon: 'arrow-up' },
] as const

/** Phones have no side menu for the settings pages, so settings have a page of their own. */
const phoneRoutes = [...accountRoutes, { name: t('settings'), to: '/settings' }] as const

/** Notifications and account menu, side by side. */
export function UserActions() {
  return (
    <>
      <Bell />
      <AccountMenu />
    </>
  )
}

/** The user's display name: the nickname, else the full name; empty while unknown. */
function displayName(profile: Profile | null): string {
  return profile === null ? '' : profile.nickname || profile.fullName
}

/** The display name, shortened for the menu (FMT-06). */
function shortName(profile: Profile | null): string {
  const name = displayName(profile)
  return name === '' ? '…' : shortNickname(name)
}

function AccountMenu() {
  const profile = useProfile()
  const signOut = useSignOut()
  const name = shortName(profile)
  return (
    <Menu
      label={t('userMenu', { name })}
      renderTrigger={(props) => (
        <button
          type="button"
          className={styles['account']}
          aria-label={t('userMenu', { name })}
          {...props}
        >
          <span className={styles['avatar']} data-initial={initialOf(name)} />
          <span className={styles['accountName']} title={displayName(profile)}>
            {name}
          </span>
          <Icon name="chevron-down" size={14} />
        </button>
      )}
    >
      {(close) => (
        <>
          <Person profile={profile} name={name} />
          {accountRoutes.map(({ name: place, to, icon }) => (
            <MenuLink key={to} icon={icon} to={to} onClick={close}>
              {place}
            </MenuLink>
          ))}
          <MenuItem icon="logout" onClick={signOut}>
            {t('logout')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

function Person({ profile, name }: { readonly profile: Profile | null; readonly name: string }) {
  return (
    <div className={styles['person']}>
      <span className={styles['personMore']}>{t('signedInAs')}</span>
      <span className={styles['personName']} title={profile?.fullName}>
        {profile?.fullName ?? name}
      </span>
      {profile !== null && profile.nickname !== '' && profile.nickname !== profile.fullName && (
        <span className={styles['personMore']} title={profile.nickname}>
          {name}
        </span>
      )}
      {profile !== null && profile.email !== '' && (
        <span className={styles['personMore']} title={profile.email}>
          {profile.email}
        </span>
      )}
    </div>
  )
}

/** The signed-in user and the sign-out button, in the menu of phones. */
export function UserAccount({ onFollow }: { readonly onFollow: () => void }) {
  const profile = useProfile()
  const signOut = useSignOut()
  return (
    <>
      <Person profile={profile} name={shortName(profile)} />
      <nav className={styles['mobileLinks']} aria-label={t('ownLinks')}>
        {phoneRoutes.map(({ name: place, to }) => (
          <Link key={to} to={to} isExact onClick={onFollow}>
            {place}
            <Icon name="chevron-right" size={18} />
          </Link>
        ))}
      </nav>
      <div className={styles['mobileActions']}>
        <Button className={styles['wholeRow']} onClick={signOut}>
          {t('logout')}
        </Button>
      </div>
    </>
  )
}
