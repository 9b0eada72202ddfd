/**
 * The navigation on top (NAV-01 to NAV-07): clear over the home page's head and solid after 50 px,
 * solid elsewhere; on phones a dialog with the same links.
 */
import { initialOf, shellMessages, shortNickname } from '@tukar/i18n'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { type Profile, useProfile } from '../accounts/profile.ts'
import { useSignOut } from '../accounts/sign-out.ts'
import { useSession } from '../api/session.ts'
import { ButtonLink, Button, IconButton } from '../ui/button.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { exchangePlace } from '../markets/market.ts'
import { Brand } from './brand.tsx'
import { legalPlaces, SocialLinks } from './footer.tsx'
import styles from './frame.module.css'
import { Looks, LooksMenu } from './looks.tsx'
import { sayer } from './say.ts'

const say = sayer(shellMessages)

/** What only those who are signed in need is fetched for them alone. */
const Bell = lazy(async () => ({ default: (await import('../notifications/bell.tsx')).Bell }))
const BellSheet = lazy(async () => ({
  default: (await import('../notifications/bell.tsx')).BellSheet,
}))

/** Below this the navigation over the home page's head stays clear (CONST-07). */
const solidAfterPx = 50

const places = [
  { key: 'home', link: { to: '/' } },
  { key: 'market', link: { to: '/markets' } },
  { key: 'exchange', link: exchangePlace },
] as const

function useIsSolid(isHome: boolean): boolean {
  const [isScrolled, setScrolled] = useState(false)
  useEffect(() => {
    const read = () => setScrolled(window.scrollY > solidAfterPx)
    read()
    addEventListener('scroll', read, { passive: true })
    return () => removeEventListener('scroll', read)
  }, [])
  return !isHome || isScrolled
}

/** The bar on top of every page. */
export function TopNav() {
  const path = useLocation({ select: (location) => location.pathname })
  const isSolid = useIsSolid(path === '/')
  const session = useSession()
  return (
    <header className={styles['nav']} data-solid={isSolid}>
      <nav className={styles['navInner']} aria-label={say('mainNavigation')}>
        <Brand />
        <div className={styles['links']}>
          <span className={styles['onlyWide']}>
            <PlaceLinks path={path} className={styles['link']} />
          </span>
        </div>
        <div className={styles['actions']}>
          <span className={styles['onlyWide']}>
            <LooksMenu />
            {session === null ? <GuestActions /> : <OwnActions />}
          </span>
          <span className={styles['onlyNarrow']}>
            {session !== null && (
              <Suspense fallback={<span className={styles['bellPlace']} />}>
                <BellSheet />
              </Suspense>
            )}
            <MobileMenu path={path} />
          </span>
        </div>
      </nav>
    </header>
  )
}

/** Whether a place is the page shown; the trading page counts for every market. */
function isHere(path: string, to: string): boolean {
  return to === exchangePlace.to ? /^\/markets\/\d/.test(path) : path === to
}

function PlaceLinks({
  path,
  className,
  hasArrow = false,
  onFollow,
}: {
  readonly path: string
  readonly className?: string | undefined
  readonly hasArrow?: boolean
  readonly onFollow?: () => void
}) {
  return places.map(({ key, link }) => (
    <Link
      key={key}
      {...link}
      className={className ?? ''}
      activeProps={{}}
      activeOptions={{ exact: true }}
      aria-current={isHere(path, link.to) ? 'page' : undefined}
      onClick={onFollow}
    >
      {say(key)}
      {hasArrow && <Icon name="chevron-right" size={18} />}
    </Link>
  ))
}

function GuestActions({ size = 'small' }: { readonly size?: 'small' | 'regular' }) {
  return (
    <>
      <ButtonLink to="/auth/login" kind="secondary" size={size}>
        {say('login')}
      </ButtonLink>
      <ButtonLink to="/auth/register" kind="primary" size={size}>
        {say('register')}
      </ButtonLink>
    </>
  )
}

/** What a person is called in the menu: the nickname, short where it is long (FMT-06). */
function callName(profile: Profile | null): string {
  const name = profile === null ? '' : profile.nickname || profile.fullName
  return name === '' ? '…' : shortNickname(name)
}

function OwnActions() {
  return (
    <>
      <Suspense fallback={<span className={styles['bellPlace']} />}>
        <Bell />
      </Suspense>
      <AccountMenu />
    </>
  )
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
          <span className={styles['accountName']}>{name}</span>
          <Icon name="chevron-down" size={14} />
        </button>
      )}
    >
      {() => (
        <>
          <Person profile={profile} name={name} />
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

function MobileMenu({ path }: { readonly path: string }) {
  const [isOpen, setOpen] = useState(false)
  const session = useSession()
  const close = () => setOpen(false)
  return (
    <>
      <IconButton icon="menu" label={say('openMenu')} onClick={() => setOpen(true)} />
      <Sheet
        isOpen={isOpen}
        onClose={close}
        title={say('menu')}
        bodyClassName={styles['mobileBody']}
      >
        <nav className={styles['mobileLinks']} aria-label={say('mainNavigation')}>
          <PlaceLinks path={path} hasArrow onFollow={close} />
        </nav>
        {session === null ? (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the links inside are the controls
          <div className={styles['mobileActions']} onClick={close}>
            <GuestActions size="regular" />
          </div>
        ) : (
          <MobileAccount />
        )}
        <Looks />
        <nav className={styles['mobileLegal']} aria-label={say('legalLinks')}>
          {legalPlaces.map(({ key, to }) => (
            <Link key={key} to={to} onClick={close}>
              {say(key)}
            </Link>
          ))}
          <SocialLinks />
        </nav>
      </Sheet>
    </>
  )
}

function MobileAccount() {
  const profile = useProfile()
  const signOut = useSignOut()
  return (
    <>
      <Person profile={profile} name={callName(profile)} />
      <div className={styles['mobileActions']}>
        <Button className={styles['wholeRow']} onClick={signOut}>
          {say('logout')}
        </Button>
      </div>
    </>
  )
}
