/** The mark of a market that somebody follows. */
import { marketListMessages } from '@tukar/i18n'
import { sayer } from '../app/translate.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './favorite-star.module.css'
import { toggleFavorite } from './stored-choices.ts'
import { pairText } from './market.ts'

const say = sayer(marketListMessages)

/** Marks a market as a favorite of this device, or takes the mark off. */
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
      aria-label={say('favorite', { pair: pairText(pair) })}
      onClick={() => toggleFavorite(pair)}
    >
      <Icon name="star" size={16} />
    </button>
  )
}
