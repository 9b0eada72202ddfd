/** The frame of every page: ribbon, navigation, banners, page, footer, toasts. */
import { shellMessages } from '@tukar/i18n'
import { Outlet } from '../router/../app/outlet.tsx'
import { useLocation } from '../router/state.ts'
import { lazy, useEffect } from 'react'
import { LazySuspensionBar } from '../accounts/lazy-suspension-bar.tsx'
import { setTradePage } from '../theme/preferences.ts'
import { LazyAnnouncementStrip } from '../announcements/lazy-announcement-strip.tsx'
import { ToastList } from '../ui/toast.tsx'
import { isSimulation } from './client-config.ts'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'
import { maintenancePath } from './guard-rule.ts'
import { Hindrances } from './hindrances/hindrances.tsx'
import { LazyPart } from './later-part.tsx'
import { ClosedNav, TopNav } from './nav.tsx'
import { NewerBanner } from './newer/newer-banner.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { SimulationRibbon } from './ribbon.tsx'
import { pageTranslator } from './translate.ts'
import { useParting } from './use-parting.ts'

const t = pageTranslator(shellMessages)

/** Fetched for an address with `#verify`. */
const VerificationModal = lazy(async () => ({
  default: (await import('../kyc/modal/modal-host.tsx')).VerificationModal,
}))

/** The id of the element that gets the focus after a navigation. */
export const mainId = 'main'

/** The frame of the app; during maintenance it leaves out what would not work (MAINT-01). */
export function Frame() {
  const path = useLocation({ select: (location) => location.pathname })
  const isVerifying = useLocation({ select: ({ hash }) => hash === 'verify' })
  const isClosed = path === maintenancePath
  const isTrade = /^\/markets\/\d/.test(path)
  useEffect(() => setTradePage(isTrade), [isTrade])
  useParting()
  return (
    <div
      className={styles['frame']}
      data-mode={isSimulation ? 'simulation' : 'live'}
      data-page={isTrade ? 'trade' : 'reading'}
    >
      <a className={styles['skip']} href={`#${mainId}`}>
        {t('skipToContent')}
      </a>
      {isSimulation && <SimulationRibbon />}
      {isClosed ? <ClosedNav /> : <TopNav />}
      <OfflineBanner />
      <NewerBanner />
      <Hindrances />
      {!isClosed && <LazySuspensionBar />}
      {!isClosed && <LazyAnnouncementStrip />}
      <main id={mainId} className={styles['main']} tabIndex={-1}>
        <Outlet />
      </main>
      {!isTrade && !isClosed && <Footer />}
      {isVerifying && !isClosed && (
        <LazyPart place={null}>
          <VerificationModal />
        </LazyPart>
      )}
      <ToastList />
    </div>
  )
}
