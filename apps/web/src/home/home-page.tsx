/**
 * The home page (HOME-01 to HOME-09): the introduction, a live market, a button to try it, the features, and
 * the market table.
 */
import { homeMessages, landingMessages, shellMessages } from '@tukar/i18n'
import { lazy, useEffect } from 'react'
import { LazyIdentityNote } from '../agreement/lazy-identity-note.tsx'
import { checkToken } from '../accounts/sign-in/check-token.ts'
import { clientConfig } from '../app/client-config.ts'
import { LazyPart } from '../app/later-part.tsx'
import { pageTranslator } from '../app/translate.ts'
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

const t = pageTranslator(homeMessages)
const tLanding = pageTranslator(landingMessages)
const tShell = pageTranslator(shellMessages)

/** Loaded after the first view. */
const Features = lazy(async () => ({ default: (await import('./features.tsx')).Features }))
const MarketTable = lazy(async () => ({
  default: (await import('../markets/market-table.tsx')).MarketTable,
}))

/** `/` */
export function HomePage() {
  usePageTitle(tShell('home'))
  useEffect(() => {
    checkToken().catch(() => undefined)
  }, [])
  return (
    <div className={styles['page']}>
      <LazyIdentityNote page="home" />
      <Hero />
      <ProductDemo />
      <LazyPart place={<div className={styles['featuresPlace']} />}>
        <Features />
      </LazyPart>
      <section className={styles['markets']} aria-labelledby="home-markets">
        <LazyPart place={<div className={styles['marketsPlace']} />}>
          <MarketTable
            title={<h2 id="home-markets">{t('marketsTitle')}</h2>}
            aside={
              <ButtonLink to="/markets" kind="quiet" size="small">
                {t('allMarkets')}
                <Icon name="arrow-right" size={16} />
              </ButtonLink>
            }
          />
        </LazyPart>
      </section>
      <section className={styles['closing']} aria-labelledby="home-closing">
        <h2 id="home-closing">{tLanding('closingTitle')}</h2>
        <p>{tLanding('closingText')}</p>
        <TryNow label={tLanding('closingTry')} />
      </section>
    </div>
  )
}

function Hero() {
  const { users, assets, transactions } = clientConfig.homeFigures
  const figures = [
    [users, tLanding('figureUsers')],
    [assets, tLanding('figureAssets')],
    [transactions, tLanding('figureTransactions')],
  ] as const
  return (
    <HeroGround id="home-title">
      <Pitch language={language} id="home-title">
        <TryNow />
        <dl className={styles['figures']} aria-label={tLanding('figures')}>
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
