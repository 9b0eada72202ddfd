/** The console's frame: operator, navigation with counts, and the current page. */
import { CatchBoundary } from '../../router/catch-boundary.tsx'
import { initialOf } from '@tukar/i18n'
import { useEffect } from 'react'
import { clientConfig, isSimulation } from '../../app/client-config.ts'
import { FailedPage } from '../../app/failed-page.tsx'
import { Hindrances } from '../../app/hindrances/hindrances.tsx'
import { AppearanceMenu } from '../../app/appearance-menu.tsx'
import { NewerBanner } from '../../app/newer/newer-banner.tsx'
import { notFoundTitle } from '../../app/not-found-view.tsx'
import { SimulationRibbon } from '../../app/ribbon.tsx'
import { usePageTitle } from '../../app/title.ts'
import type { SettingsEntry } from '../../accounts/settings/settings-entries.ts'
import { useSignOut } from '../../accounts/sign-in/sign-out.ts'
import { IconButton } from '../../ui/button.tsx'
import { Badge, ErrorState } from '../../ui/feedback.tsx'
import { ToastList } from '../../ui/toast.tsx'
import { AuditPage } from '../audit/audit-page.tsx'
import { CasesPage } from '../cases/cases-page.tsx'
import { ChainCasesPage } from '../chains/chain-cases-page.tsx'
import { ChainsPage } from '../chains/chains-page.tsx'
import { loadOverview } from '../desk-calls.ts'
import styles from '../desk.module.css'
import { DeskNav } from './desk-nav.tsx'
import { IdentityPage } from '../identity/identity-page.tsx'
import { UnsentDecisions } from '../unsent/unsent-decisions.tsx'
import { resendStored } from '../unsent/resending.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { OperatorsPage } from '../operators-page.tsx'
import { OverviewPage, type OverviewPageProps } from '../overview-page.tsx'
import type { FeaturePageProps } from './feature-page.ts'
import { featurePages } from './feature-pages.ts'
import { CodeDialog } from '../passkeys/code-dialog.tsx'
import { PendingStrip } from '../cases/pending-strip.tsx'
import type { ConsoleRoute } from './console-route.ts'
import { useConsoleRoute } from './route-store.ts'
import { toTitle } from './route-title.ts'
import { roleText, t } from '../texts.ts'
import { useLoaded } from '../use-loaded.ts'
import type { Me } from '../cases/case-wire.ts'

const mainId = 'main'

/** The page that sets up a second factor; its type allows existing pages only. */
const securityPath: SettingsEntry['to'] = '/settings/2fa'

/** The interval of reloading the overview. */
const overviewMs = 5_000

/** The console of an operator. */
export function DeskApp({ me }: { readonly me: Me }) {
  const route = useConsoleRoute()
  const overview = useLoaded('overview', loadOverview, overviewMs)
  const title = toTitle(route)
  const { reload } = overview
  useEffect(() => void resendStored(me.userId, reload), [me.userId, reload])
  usePageTitle(`${title ?? notFoundTitle()} | ${t('console')}`)
  return (
    <div className={styles['desk']} data-mode={isSimulation ? 'simulation' : 'live'}>
      <a className={styles['skip']} href={`#${mainId}`}>
        {t('skip')}
      </a>
      {isSimulation && <SimulationRibbon />}
      <TopBar me={me} />
      <DeskNav me={me} route={route} overview={overview.loaded} />
      <main id={mainId} className={styles['main']} tabIndex={-1}>
        <NewerBanner />
        <Hindrances />
        <UnsentDecisions userId={me.userId} />
        {/* Without this boundary a page that failed to load or render would break the whole console. */}
        <CatchBoundary resetKey={JSON.stringify(route)} errorComponent={FailedPage}>
          {title === null ? (
            <NotFoundPage />
          ) : (
            <RoutePage me={me} route={route} overview={overview} />
          )}
        </CatchBoundary>
      </main>
      <PendingStrip userId={me.userId} />
      <CodeDialog />
      <ToastList />
    </div>
  )
}

type RoutePageProps = {
  readonly me: Me
  readonly route: ConsoleRoute
  readonly overview: Omit<OverviewPageProps, 'me'>
}

/** The page of a valid route. */
function RoutePage({ me, route, overview }: RoutePageProps) {
  const onDecided = overview.reload
  switch (route.page) {
    case 'overview':
      return <OverviewPage {...overview} me={me} />
    case 'own':
      return <FeatureRoute me={me} route={route} onChanged={onDecided} />
    case 'audit':
      return <AuditPage />
    case 'operators':
      return <OperatorsPage onDecided={onDecided} />
    case 'chains':
      return <ChainsPage me={me} onChainChanged={onDecided} />
    case 'chain_cases': {
      const key = `${route.part} ${route.queue}`
      return <ChainCasesPage key={key} me={me} route={route} onDecided={onDecided} />
    }
    case 'identity':
      return <IdentityPage key={route.queue} me={me} route={route} onDecided={onDecided} />
    case 'cases': {
      const key = `${route.part} ${route.queue}`
      return <CasesPage key={key} me={me} route={route} onDecided={onDecided} />
    }
    case 'nowhere':
      return <NotFoundPage />
  }
}

type FeatureRouteProps = Omit<FeaturePageProps, 'rest'> & {
  readonly route: Extract<ConsoleRoute, { page: 'own' }>
}

/** The page of a feature. */
function FeatureRoute({ route: { name, rest }, me, onChanged }: FeatureRouteProps) {
  const feature = featurePages.find((page) => page.name === name)
  if (feature === undefined) return <NotFoundPage />
  return <feature.Page key={rest.join('/')} me={me} rest={rest} onChanged={onChanged} />
}

function TopBar({ me }: { readonly me: Me }) {
  const signOut = useSignOut()
  return (
    <header className={styles['top']}>
      <span className={styles['brand']}>{clientConfig.product}</span>
      <span className={styles['console']}>{t('console')}</span>
      {!isSimulation && <Badge tone="accent">{t('modeLive')}</Badge>}
      <span className={styles['me']}>
        <span className={styles['avatar']} data-initial={initialOf(me.name)} aria-hidden="true" />
        <span className={styles['meName']}>{me.name}</span>
        <span className={styles['roles']}>
          {me.roles.map((role) => (
            <Badge key={role}>{roleText(role)}</Badge>
          ))}
        </span>
      </span>
      <AppearanceMenu />
      <a className={styles['exit']} href="/">
        {t('toExchange')}
      </a>
      <IconButton icon="logout" size="small" label={t('signOut')} onClick={signOut} />
    </header>
  )
}

/** Shown if the console cannot be entered: the second factor is missing, or the server does not answer. */
export function ConsoleClosed({ isForFactor }: { readonly isForFactor: boolean }) {
  return (
    <main className={styles['door']}>
      {isForFactor ? (
        <ErrorState
          title={t('factorTitle')}
          text={
            <>
              <p>{t('factorText')}</p>
              <p>
                <a className={styles['exit']} href={securityPath}>
                  {t('factorAction')}
                </a>
              </p>
            </>
          }
        />
      ) : (
        <ErrorState
          title={t('unreachable')}
          text={t('unreachableText')}
          onRetry={() => location.reload()}
        />
      )}
      <a className={styles['exit']} href="/">
        {t('toExchange')}
      </a>
    </main>
  )
}
