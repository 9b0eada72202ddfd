/** The features of the exchange (HOME-02); loaded after the top of the home page. */
import { featureMessages } from '@tukar/i18n'
import { pageTranslator } from '../app/translate.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import styles from './home-page.module.css'

const t = pageTranslator(featureMessages)

const features: readonly {
  readonly icon: IconName
  readonly title: string
  readonly text: string
}[] = [
  { icon: 'scale', title: t('featureExact'), text: t('featureExactText') },
  { icon: 'shield', title: t('featureSafe'), text: t('featureSafeText') },
  { icon: 'edit', title: t('featureTypes'), text: t('featureTypesText') },
  { icon: 'clock', title: t('featureHonest'), text: t('featureHonestText') },
  { icon: 'eye', title: t('featureOpen'), text: t('featureOpenText') },
]

/** One card per feature. */
export function Features() {
  return (
    <section className={styles['features']} aria-labelledby="home-features">
      <header>
        <h2 id="home-features">{t('featuresTitle')}</h2>
        <p>{t('featuresText')}</p>
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
