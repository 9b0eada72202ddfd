/** The button that marks a market as a favorite. */
import { marketListMessages } from '@tukar/i18n'
import { pageTranslator } from '../app/translate.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './favorite-star.module.css'
import { toggleFavorite } from './stored-choices.ts'
import { pairText } from './market.ts'

const t = pageTranslator(marketListMessages)

/** Adds a market to the favorites of this device, or removes it. */
export function FavoriteStar({
  pair,
  isFavorite,
}: {
  readonly pair: string
  readonly isFavorite: boolean
}) {
  return (
    <button
      type="button"
      className={styles['star']}
      aria-pressed={isFavorite}
      aria-label={t('favorite', { pair: pairText(pair) })}
      onClick={() => toggleFavorite(pair)}
    >
      <Icon name="star" size={16} />
    </button>
  )
}
