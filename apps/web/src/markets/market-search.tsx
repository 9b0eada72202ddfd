/** Looking for a market: a field, a filter, and what is said where nothing is found. */
import { marketListMessages } from '@tukar/i18n'
import type { KeyboardEvent } from 'react'
import { sayer } from '../app/translate.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { EmptyState } from '../ui/feedback.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Market } from './market.ts'
import styles from './market-search.module.css'
import type { MarketView } from './use-market-view.ts'

const say = sayer(marketListMessages)
/** Longer than any name. */
const queryMax = 60

export type MarketSearchProps = {
  readonly view: Pick<MarketView, 'query' | 'setQuery' | 'shown'>
  /** Called at Enter with the first market that was found. */
  readonly onEnter?: (market: Market) => void
  readonly className?: string | undefined
}

/** The field; Escape empties it. */
export function MarketSearch({ view, onEnter, className }: MarketSearchProps) {
  const { query, setQuery, shown } = view
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && query !== '') {
      // The list that the field stands in stays open.
      event.stopPropagation()
      event.preventDefault()
      setQuery('')
    }
    const first = shown[0]
    if (event.key === 'Enter' && query !== '' && first !== undefined) onEnter?.(first)
  }
  return (
    <span className={classes(styles['search'], className)}>
      <Icon name="search" size={16} />
      <input
        type="search"
        aria-label={say('search')}
        placeholder={say('searchHint')}
        value={query}
        maxLength={queryMax}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={press}
      />
    </span>
  )
}

/** Shows favorites alone, or all. */
export function FavoritesFilter({
  view,
  isIconOnly = false,
}: {
  readonly view: Pick<MarketView, 'isFavoritesOnly' | 'setFavoritesOnly'>
  readonly isIconOnly?: boolean
}) {
  const { isFavoritesOnly, setFavoritesOnly } = view
  return (
    <button
      type="button"
      className={styles['filter']}
      aria-pressed={isFavoritesOnly}
      {...(isIconOnly && { 'aria-label': say('favorites'), title: say('favorites') })}
      onClick={() => setFavoritesOnly(!isFavoritesOnly)}
    >
      <Icon name="star" size={16} />
      {!isIconOnly && say('favorites')}
    </button>
  )
}

/** Why the list is empty, and the way back. */
export function NothingFound({ view }: { readonly view: Pick<MarketView, 'query' | 'clear'> }) {
  const query = view.query.trim()
  const isWithout = query === ''
  return (
    <EmptyState
      icon={isWithout ? 'star' : 'search'}
      action={
        <Button size="small" onClick={view.clear}>
          {say('showAll')}
        </Button>
      }
    >
      {isWithout ? say('noFavorites') : say('noMatch', { query })}
    </EmptyState>
  )
}
