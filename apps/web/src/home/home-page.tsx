/**
 * The home page (HOME-01 to HOME-09): what this is, one live market, one click to try it, what it is
 * built on, and the market table.
 */
import { homeMessages, landingMessages, shellMessages } from '@tukar/i18n'
import { lazy, useEffect } from 'react'
import { LaterNote } from '../agreement/later-note.tsx'
import { checkToken } from '../accounts/sign-in/check-token.ts'
import { clientConfig } from '../app/client-config.ts'
import { LaterPart } from '../app/later-part.tsx'
import { sayer } from '../app/translate.ts'
import { usePageTitle } from '../app/title.ts'
import { language } from '../theme/preferences.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { heroFigure } from './hero-figure.ts'
import styles from './home-page.module.css'
import { LiveMarketCard } from './live-market-card.tsx'
import { HeroGround, Pitch } from './pitch.tsx'
import { ProductDemo } from './product-demo.tsx'
import { TryNow } from './try-now.tsx'

const say = sayer(homeMessages)
const sayLanding = sayer(landingMessages)
const sayShell = sayer(shellMessages)

/** Below the first view. */
const Features = lazy(async () => ({ default: (await import('./features.tsx')).Features }))
const MarketTable = lazy(async () => ({
  default: (await import('../markets/market-table.tsx')).MarketTable,
}))

/** `/` */
export function HomePage() {
  usePageTitle(sayShell('home'))
  useEffect(() => {
    checkToken().catch(() => undefined)
  }, [])
  return (
    <div className={styles['page']}>
      <LaterNote place="home" />
      <Hero />
      <ProductDemo />
      <LaterPart place={<div className={styles['featuresPlace']} />}>
        <Features />
      </LaterPart>
      <section className={styles['markets']} aria-labelledby="home-markets">
        <LaterPart place={<div className={styles['marketsPlace']} />}>
          <MarketTable
            title={<h2 id="home-markets">{say('marketsTitle')}</h2>}
            aside={
              <ButtonLink to="/markets" kind="quiet" size="small">
                {say('allMarkets')}
                <Icon name="arrow-right" size={16} />
              </ButtonLink>
            }
          />
        </LaterPart>
      </section>
      <section className={styles['closing']} aria-labelledby="home-closing">
        <h2 id="home-closing">{sayLanding('closingTitle')}</h2>
        <p>{sayLanding('closingText')}</p>
        <TryNow label={sayLanding('closingTry')} />
      </section>
    </div>
  )
}

function Hero() {
  const { users, assets, transactions } = clientConfig.homeFigures
  const figures = [
    [users, sayLanding('figureUsers')],
    [assets, sayLanding('figureAssets')],
    [transactions, sayLanding('figureTransactions')],
  ] as const
  return (
    <HeroGround id="home-title">
      <Pitch language={language} id="home-title">
        <TryNow />
        <dl className={styles['figures']} aria-label={sayLanding('figures')}>
          {figures.map(([figure, name]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{heroFigure(figure, language)}</dd>
            </div>
          ))}
        </dl>
      </Pitch>
      <LiveMarketCard />
    </HeroGround>
  )
}
