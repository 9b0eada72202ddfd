/**
 * What stands in the navigation for those who are signed in: the bell and the account's menu (NAV-03,
 * NAV-04).
 */
import { initialOf, shellMessages, shortNickname, walletMessages } from '@tukar/i18n'
import { Link } from '../router/link.tsx'
import { type Profile, useProfile } from '../accounts/settings/profile.ts'
import { useSignOut } from '../accounts/sign-in/sign-out.ts'
import { Bell } from '../notifications/bell.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuItem, MenuLink } from '../ui/menu.tsx'
import styles from './frame.module.css'
import { sayer } from './translate.ts'

export { BellSheet as OwnBell } from '../notifications/bell.tsx'

const say = sayer(shellMessages)
const sayWallet = sayer(walletMessages)

/** NAV-09 */
const ownPlaces = [
  { name: say('profile'), to: '/settings/profile', icon: 'user' },
  { name: say('myWallet'), to: '/settings/wallets', icon: 'wallet' },
  { name: sayWallet('depositRupiah'), to: '/settings/wallets/idr_deposit', icon: 'arrow-down' },
  { name: sayWallet('withdrawRupiah'), to: '/settings/wallets/idr_withdraw', icon: 'arrow-up' },
] as const

/** A phone has no menu beside the settings' pages: theirs is a page of its own. */
const phonePlaces = [...ownPlaces, { name: say('settings'), to: '/settings' }] as const

/** The bell and the account's menu, side by side. */
export function OwnActions() {
  return (
    <>
      <Bell />
      <AccountMenu />
    </>
  )
}

/** What a person is called: the nickname, else the full name; empty while it is not known. */
function wholeName(profile: Profile | null): string {
  return profile === null ? '' : profile.nickname || profile.fullName
}

/** The same as it stands in the menu: short where it is long (FMT-06). */
function callName(profile: Profile | null): string {
  const name = wholeName(profile)
  return name === '' ? '…' : shortNickname(name)
}

function AccountMenu() {
  const profile = useProfile()
  const signOut = useSignOut()
  const name = callName(profile)
  return (
    <Menu
      label={say('userMenu', { name })}
      renderTrigger={(props) => (
        <button
          type="button"
          className={styles['account']}
          aria-label={say('userMenu', { name })}
          {...props}
        >
          <span className={styles['avatar']} data-initial={initialOf(name)} />
          <span className={styles['accountName']} title={wholeName(profile)}>
            {name}
          </span>
          <Icon name="chevron-down" size={14} />
        </button>
      )}
    >
      {(close) => (
        <>
          <Person profile={profile} name={name} />
          {ownPlaces.map(({ name: place, to, icon }) => (
            <MenuLink key={to} icon={icon} to={to} onClick={close}>
              {place}
            </MenuLink>
          ))}
          <MenuItem icon="logout" onClick={signOut}>
            {say('logout')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

function Person({ profile, name }: { readonly profile: Profile | null; readonly name: string }) {
  return (
    <div className={styles['person']}>
      <span className={styles['personMore']}>{say('signedInAs')}</span>
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

/** Who is signed in, and the way out, in the menu of phones. */
export function OwnAccount({ onFollow }: { readonly onFollow: () => void }) {
  const profile = useProfile()
  const signOut = useSignOut()
  return (
    <>
      <Person profile={profile} name={callName(profile)} />
      <nav className={styles['mobileLinks']} aria-label={say('ownLinks')}>
        {phonePlaces.map(({ name: place, to }) => (
          <Link key={to} to={to} isExact onClick={onFollow}>
            {place}
            <Icon name="chevron-right" size={18} />
          </Link>
        ))}
      </nav>
      <div className={styles['mobileActions']}>
        <Button className={styles['wholeRow']} onClick={signOut}>
          {say('logout')}
        </Button>
      </div>
    </>
  )
}
