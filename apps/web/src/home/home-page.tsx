/**
 * The home page (HOME-01 to HOME-09): what this is, one live market, one click to try it, what it is
 * built on, and the market table.
 */
import { homeMessages, shellMessages } from '@tukar/i18n'
import { useEffect } from 'react'
import { checkToken } from '../accounts/check-token.ts'
import { clientConfig } from '../app/client-config.ts'
import { sayer } from '../app/say.ts'
import { usePageTitle } from '../app/title.ts'
import { MarketTable } from '../markets/market-table.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import styles from './home-page.module.css'
import { LiveMarketCard } from './live-market-card.tsx'
import { ProductDemo } from './product-demo.tsx'
import { TryNow } from './try-now.tsx'

const say = sayer(homeMessages)
const sayShell = sayer(shellMessages)

/** `/` */
export function HomePage() {
  usePageTitle(sayShell('home'))
  useEffect(() => {
    checkToken().catch(() => undefined)
  }, [])
  return (
    <div className={styles['page']}>
      <Hero />
      <ProductDemo />
      <Features />
      <section className={styles['markets']} aria-labelledby="home-markets">
        <MarketTable
          title={<h2 id="home-markets">{say('marketsTitle')}</h2>}
          aside={
            <ButtonLink to="/markets" kind="quiet" size="small">
              {say('allMarkets')}
              <Icon name="arrow-right" size={16} />
            </ButtonLink>
          }
        />
      </section>
      <section className={styles['closing']} aria-labelledby="home-closing">
        <h2 id="home-closing">{say('closingTitle')}</h2>
        <p>{say('closingText')}</p>
        <TryNow label={say('closingTry')} />
      </section>
    </div>
  )
}

function Hero() {
  const { users, assets, transactions } = clientConfig.homeFigures
  const figures = [
    [users, say('figureUsers')],
    [assets, say('figureAssets')],
    [transactions, say('figureTransactions')],
  ] as const
  return (
    <section className={styles['hero']} aria-labelledby="home-title">
      <div className={styles['heroInner']}>
        <div className={styles['pitch']}>
          <h1 id="home-title">
            {say('heroTitle')} <span>{say('heroTitleMore')}</span>
          </h1>
          <p className={styles['lead']}>{say('heroText')}</p>
          <TryNow />
          <dl className={styles['figures']} aria-label={say('figures')}>
            {figures.map(([figure, name]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{figure}</dd>
              </div>
            ))}
          </dl>
        </div>
        <LiveMarketCard />
      </div>
    </section>
  )
}

const features: readonly {
  readonly icon: IconName
  readonly title: string
  readonly text: string
}[] = [
  { icon: 'scale', title: say('featureExact'), text: say('featureExactText') },
  { icon: 'shield', title: say('featureSafe'), text: say('featureSafeText') },
  { icon: 'edit', title: say('featureTypes'), text: say('featureTypesText') },
  { icon: 'clock', title: say('featureHonest'), text: say('featureHonestText') },
  { icon: 'eye', title: say('featureOpen'), text: say('featureOpenText') },
]

function Features() {
  return (
    <section className={styles['features']} aria-labelledby="home-features">
      <header>
        <h2 id="home-features">{say('featuresTitle')}</h2>
        <p>{say('featuresText')}</p>
      </header>
      <ul>
        {features.map(({ icon, title, text }) => (
          <li key={icon}>
            <span className={styles['featureIcon']}>
              <Icon name={icon} size={22} />
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
