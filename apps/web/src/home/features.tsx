/** What the exchange is built on (HOME-02); its file comes after the top of the home page. */
import { featureMessages } from '@tukar/i18n'
import { sayer } from '../app/translate.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import styles from './home-page.module.css'

const say = sayer(featureMessages)

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

/** A card for each. */
export function Features() {
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
