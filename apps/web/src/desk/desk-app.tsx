/** The console's frame: who one is, what waits where, and the page of the place. */
import { initialOf } from '@tukar/i18n'
import { useEffect } from 'react'
import { clientConfig, isSimulation } from '../app/client-config.ts'
import { LooksMenu } from '../app/looks-menu.tsx'
import { SimulationRibbon } from '../app/ribbon.tsx'
import { useSignOut } from '../accounts/sign-out.ts'
import { IconButton } from '../ui/button.tsx'
import { Badge, ErrorState } from '../ui/feedback.tsx'
import { ToastList } from '../ui/toast.tsx'
import { AuditPage } from './audit/audit-page.tsx'
import { CasesPage } from './cases-page.tsx'
import { ChainCasesPage } from './chain-cases-page.tsx'
import { ChainsPage } from './chains-page.tsx'
import { loadOverview } from './desk-calls.ts'
import styles from './desk.module.css'
import { DeskNav } from './desk-nav.tsx'
import { IdentityPage } from './identity-page.tsx'
import { OperatorsPage } from './operators-page.tsx'
import { OverviewPage, type OverviewPageProps } from './overview-page.tsx'
import { ownPages } from './own-pages.ts'
import { PendingStrip } from './pending-strip.tsx'
import type { Place } from './place.ts'
import { usePlace } from './place-store.ts'
import { roleText, say } from './texts.ts'
import { useLoaded } from './use-loaded.ts'
import type { Me } from './wire-reading.ts'

const mainId = 'main'

/** What the overview tells is looked at while it happens. */
const overviewMs = 5_000

/** The console of an operator. */
export function DeskApp({ me }: { readonly me: Me }) {
  const place = usePlace()
  const overview = useLoaded('overview', loadOverview, overviewMs)
  useEffect(() => {
    document.title = `${clientConfig.product} | ${say('console')}`
  }, [])
  return (
    <div className={styles['desk']} data-mode={isSimulation ? 'simulation' : 'live'}>
      <a className={styles['skip']} href={`#${mainId}`}>
        {say('skip')}
      </a>
      {isSimulation && <SimulationRibbon />}
      <TopBar me={me} />
      <DeskNav me={me} place={place} overview={overview.loaded} />
      <main id={mainId} className={styles['main']} tabIndex={-1}>
        {place.page === 'overview' && <OverviewPage {...overview} me={me} />}
        {place.page === 'own' && <OwnPlace place={place} overview={overview} me={me} />}
        {place.page === 'audit' && <AuditPage />}
        {place.page === 'operators' && <OperatorsPage onDecided={overview.reload} />}
        {place.page === 'chains' && <ChainsPage me={me} onSteered={overview.reload} />}
        {place.page === 'chain_cases' && (
          <ChainCasesPage
            key={`${place.part} ${place.queue}`}
            me={me}
            place={place}
            onDecided={overview.reload}
          />
        )}
        {place.page === 'identity' && (
          <IdentityPage key={place.queue} me={me} place={place} onDecided={overview.reload} />
        )}
        {place.page === 'cases' && (
          <CasesPage
            key={`${place.part} ${place.queue}`}
            me={me}
            place={place}
            onDecided={overview.reload}
          />
        )}
      </main>
      <PendingStrip />
      <ToastList />
    </div>
  )
}

type OwnPlaceProps = {
  readonly place: Extract<Place, { page: 'own' }>
  readonly overview: Omit<OverviewPageProps, 'me'>
  readonly me: Me
}

/** A page that its part added; the overview where there is none of that name. */
function OwnPlace({ place: { name, rest }, overview, me }: OwnPlaceProps) {
  const own = ownPages.find((page) => page.name === name)
  if (own === undefined) return <OverviewPage {...overview} me={me} />
  return <own.Page key={rest.join('/')} me={me} rest={rest} onChanged={overview.reload} />
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
                <a className={styles['exit']} href="/settings/security">
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
