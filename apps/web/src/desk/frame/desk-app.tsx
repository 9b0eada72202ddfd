/** The console's frame: who one is, what waits where, and the page of the place. */
import { CatchBoundary } from '../../router/catch-boundary.tsx'
import { initialOf } from '@tukar/i18n'
import { useEffect } from 'react'
import { clientConfig, isSimulation } from '../../app/client-config.ts'
import { FailedPage } from '../../app/failed-page.tsx'
import { Hindrances } from '../../app/hindrances/hindrances.tsx'
import { LooksMenu } from '../../app/appearance-menu.tsx'
import { NewerBanner } from '../../app/newer/newer-banner.tsx'
import { notFoundTitle } from '../../app/not-found-view.tsx'
import { SimulationRibbon } from '../../app/ribbon.tsx'
import { usePageTitle } from '../../app/title.ts'
import type { SettingsPlace } from '../../accounts/settings/settings-places.ts'
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
import { LeftDecisions } from '../left/left-decisions.tsx'
import { endLeft } from '../left/left-sending.ts'
import { NowherePage } from './nowhere-page.tsx'
import { OperatorsPage } from '../operators-page.tsx'
import { OverviewPage, type OverviewPageProps } from '../overview-page.tsx'
import type { OwnPageProps } from './own-page.ts'
import { ownPages } from './own-pages.ts'
import { CodeDialog } from '../passkeys/code-dialog.tsx'
import { PendingStrip } from '../cases/pending-strip.tsx'
import type { Place } from './place.ts'
import { usePlace } from './place-store.ts'
import { titleOf } from './place-title.ts'
import { roleText, say } from '../texts.ts'
import { useLoaded } from '../use-loaded.ts'
import type { Me } from '../cases/case-wire.ts'

const mainId = 'main'

/** Where a second factor is set up; the type has the pages that are there. */
const securityPath: SettingsPlace['to'] = '/settings/2fa'

/** What the overview tells is looked at while it happens. */
const overviewMs = 5_000

/** The console of an operator. */
export function DeskApp({ me }: { readonly me: Me }) {
  const place = usePlace()
  const overview = useLoaded('overview', loadOverview, overviewMs)
  const title = titleOf(place)
  const { reload } = overview
  useEffect(() => void endLeft(me.userId, reload), [me.userId, reload])
  usePageTitle(`${title ?? notFoundTitle()} | ${say('console')}`)
  return (
    <div className={styles['desk']} data-mode={isSimulation ? 'simulation' : 'live'}>
      <a className={styles['skip']} href={`#${mainId}`}>
        {say('skip')}
      </a>
      {isSimulation && <SimulationRibbon />}
      <TopBar me={me} />
      <DeskNav me={me} place={place} overview={overview.loaded} />
      <main id={mainId} className={styles['main']} tabIndex={-1}>
        <NewerBanner />
        <Hindrances />
        <LeftDecisions userId={me.userId} />
        {/* Without it a page that failed, or did not come, would take the whole console with it. */}
        <CatchBoundary resetKey={JSON.stringify(place)} errorComponent={FailedPage}>
          {title === null ? (
            <NowherePage />
          ) : (
            <PlacePage me={me} place={place} overview={overview} />
          )}
        </CatchBoundary>
      </main>
      <PendingStrip userId={me.userId} />
      <CodeDialog />
      <ToastList />
    </div>
  )
}

type PlacePageProps = {
  readonly me: Me
  readonly place: Place
  readonly overview: Omit<OverviewPageProps, 'me'>
}

/** The page of a place that is one. */
function PlacePage({ me, place, overview }: PlacePageProps) {
  const onDecided = overview.reload
  switch (place.page) {
    case 'overview':
      return <OverviewPage {...overview} me={me} />
    case 'own':
      return <OwnPlace me={me} place={place} onChanged={onDecided} />
    case 'audit':
      return <AuditPage />
    case 'operators':
      return <OperatorsPage onDecided={onDecided} />
    case 'chains':
      return <ChainsPage me={me} onSteered={onDecided} />
    case 'chain_cases': {
      const key = `${place.part} ${place.queue}`
      return <ChainCasesPage key={key} me={me} place={place} onDecided={onDecided} />
    }
    case 'identity':
      return <IdentityPage key={place.queue} me={me} place={place} onDecided={onDecided} />
    case 'cases': {
      const key = `${place.part} ${place.queue}`
      return <CasesPage key={key} me={me} place={place} onDecided={onDecided} />
    }
    case 'nowhere':
      return <NowherePage />
  }
}

type OwnPlaceProps = Omit<OwnPageProps, 'rest'> & {
  readonly place: Extract<Place, { page: 'own' }>
}

/** A page that its part added. */
function OwnPlace({ place: { name, rest }, me, onChanged }: OwnPlaceProps) {
  const own = ownPages.find((page) => page.name === name)
  if (own === undefined) return <NowherePage />
  return <own.Page key={rest.join('/')} me={me} rest={rest} onChanged={onChanged} />
}

function TopBar({ me }: { readonly me: Me }) {
  const signOut = useSignOut()
  return (
    <header className={styles['top']}>
      <span className={styles['brand']}>{clientConfig.product}</span>
      <span className={styles['console']}>{say('console')}</span>
      {!isSimulation && <Badge tone="accent">{say('modeLive')}</Badge>}
      <span className={styles['me']}>
        <span className={styles['avatar']} data-initial={initialOf(me.name)} aria-hidden="true" />
        <span className={styles['meName']}>{me.name}</span>
        <span className={styles['roles']}>
          {me.roles.map((role) => (
            <Badge key={role}>{roleText(role)}</Badge>
          ))}
        </span>
      </span>
      <LooksMenu />
      <a className={styles['exit']} href="/">
        {say('toExchange')}
      </a>
      <IconButton icon="logout" size="small" label={say('signOut')} onClick={signOut} />
    </header>
  )
}

/** Shown where the console cannot be entered: a factor is missing, or nothing answers. */
export function DeskDoor({ isForFactor }: { readonly isForFactor: boolean }) {
  return (
    <main className={styles['door']}>
      {isForFactor ? (
        <ErrorState
          title={say('factorTitle')}
          text={
            <>
              <p>{say('factorText')}</p>
              <p>
                <a className={styles['exit']} href={securityPath}>
                  {say('factorAction')}
                </a>
              </p>
            </>
          }
        />
      ) : (
        <ErrorState
          title={say('unreachable')}
          text={say('unreachableText')}
          onRetry={() => location.reload()}
        />
      )}
      <a className={styles['exit']} href="/">
        {say('toExchange')}
      </a>
    </main>
  )
}
