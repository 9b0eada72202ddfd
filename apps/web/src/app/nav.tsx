/**
 * The navigation bar (NAV-01 to NAV-07). Over the home page's hero it is transparent and becomes solid after
 * 50 px; elsewhere it is solid. On phones it opens a dialog with the same links.
 */
import { shellMessages } from '@tukar/i18n'
import { Link } from '../router/link.tsx'
import { useLocation } from '../router/state.ts'
import { lazy, useEffect, useState } from 'react'
import { useSession } from '../api/session.ts'
import { ButtonLink, IconButton } from '../ui/button.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { tradingRoute } from '../markets/market.ts'
import { Brand, PlainBrand } from './brand.tsx'
import { legalPlaces, SocialLinks } from './footer.tsx'
import styles from './frame.module.css'
import { LazyPart } from './later-part.tsx'
import { AppearanceMenu, AppearancePanel } from './appearance-menu.tsx'
import { MoreMenu } from './more-menu.tsx'
import { pageTranslator } from './translate.ts'

const t = pageTranslator(shellMessages)

/** Code for signed-in users loads for them only. */
const accountPart = () => import('./own-actions.tsx')
const UserActions = lazy(async () => ({ default: (await accountPart()).UserActions }))
const UserBell = lazy(async () => ({ default: (await accountPart()).UserBell }))
const UserAccount = lazy(async () => ({ default: (await accountPart()).UserAccount }))

/** Over the home page's hero the bar stays transparent up to this scroll position (CONST-07). */
const solidAfterPx = 50

const places = [
  { key: 'home', link: { to: '/' } },
  { key: 'market', link: { to: '/markets' } },
  { key: 'exchange', link: tradingRoute },
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

/** The navigation bar of every page. */
export function TopNav() {
  const path = useLocation({ select: (location) => location.pathname })
  const isSolid = useIsSolid(path === '/')
  const session = useSession()
  return (
    <header className={styles['nav']} data-solid={isSolid}>
      <nav className={styles['navInner']} aria-label={t('mainNavigation')}>
        <Brand />
        <div className={styles['links']}>
          <span className={styles['onlyWide']}>
            <RouteLinks path={path} className={styles['link']} />
            <MoreMenu />
          </span>
        </div>
        <div className={styles['actions']}>
          <span className={styles['onlyWide']}>
            <AppearanceMenu />
            {session === null ? (
              <GuestActions />
            ) : (
              <LazyPart place={<span className={styles['ownPlace']} />}>
                <UserActions />
              </LazyPart>
            )}
          </span>
          <span className={styles['onlyNarrow']}>
            {session !== null && (
              <LazyPart place={<span className={styles['bellPlace']} />}>
                <UserBell />
              </LazyPart>
            )}
            <MobileMenu path={path} />
          </span>
        </div>
      </nav>
    </header>
  )
}

/** The bar during maintenance: the brand, and the appearance settings, which need no server. */
export function ClosedNav() {
  return (
    <header className={styles['nav']} data-solid="true">
      <div className={styles['navInner']}>
        <PlainBrand />
        <div className={styles['closedActions']}>
          <AppearanceMenu />
        </div>
      </div>
    </header>
  )
}

/** Whether a route is the shown page; the trading page counts for every market. */
function isHere(path: string, to: string): boolean {
  return to === tradingRoute.to ? /^\/markets\/\d/.test(path) : path === to
}

function RouteLinks({
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
      isExact
      aria-current={isHere(path, link.to) ? 'page' : undefined}
      onClick={onFollow}
    >
      {t(key)}
      {hasArrow && <Icon name="chevron-right" size={18} />}
    </Link>
  ))
}

function GuestActions({ size = 'small' }: { readonly size?: 'small' | 'regular' }) {
  return (
    <>
      <ButtonLink to="/auth/login" kind="secondary" size={size}>
        {t('login')}
      </ButtonLink>
      <ButtonLink to="/auth/register" kind="primary" size={size}>
        {t('register')}
      </ButtonLink>
    </>
  )
}

function MobileMenu({ path }: { readonly path: string }) {
  const [isOpen, setOpen] = useState(false)
  const session = useSession()
  const close = () => setOpen(false)
  return (
    <>
      <IconButton icon="menu" label={t('openMenu')} onClick={() => setOpen(true)} />
      <Sheet isOpen={isOpen} onClose={close} title={t('menu')} bodyClassName={styles['mobileBody']}>
        <nav className={styles['mobileLinks']} aria-label={t('mainNavigation')}>
          <RouteLinks path={path} hasArrow onFollow={close} />
        </nav>
        {session === null ? (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the links inside are the controls
          <div className={styles['mobileActions']} onClick={close}>
            <GuestActions size="regular" />
          </div>
        ) : (
          <LazyPart place={null}>
            <UserAccount onFollow={close} />
          </LazyPart>
        )}
        <AppearancePanel />
        <nav className={styles['mobileLegal']} aria-label={t('legalLinks')}>
          {legalPlaces.map(({ key, to }) => (
            <Link key={key} to={to} onClick={close}>
              {t(key)}
            </Link>
          ))}
          <SocialLinks />
        </nav>
      </Sheet>
    </>
  )
}
