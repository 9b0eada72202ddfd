/** The market search: a field, a filter, and the text for no results. */
import { marketListMessages } from '@tukar/i18n'
import type { KeyboardEvent } from 'react'
import { pageTranslator } from '../app/translate.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { EmptyState } from '../ui/feedback.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Market } from './market.ts'
import styles from './market-search.module.css'
import type { MarketView } from './use-market-view.ts'

const t = pageTranslator(marketListMessages)
/** Longer than any market name. */
const queryMax = 60

export type MarketSearchProps = {
  readonly view: Pick<MarketView, 'query' | 'setQuery' | 'shown'>
  /** Called on Enter with the first match. */
  readonly onEnter?: (market: Market) => void
  readonly className?: string | undefined
}

/** The search field; Escape clears it. */
export function MarketSearch({ view, onEnter, className }: MarketSearchProps) {
  const { query, setQuery, shown } = view
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && query !== '') {
      // Keeps the list around the field open.
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
        aria-label={t('search')}
        placeholder={t('searchHint')}
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

/** Switches between favorites and all markets. */
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
      {...(isIconOnly && { 'aria-label': t('favorites'), title: t('favorites') })}
      onClick={() => setFavoritesOnly(!isFavoritesOnly)}
    >
      <Icon name="star" size={16} />
      {!isIconOnly && t('favorites')}
    </button>
  )
}

/** The reason for an empty list, with a button to show all again. */
export function NothingFound({ view }: { readonly view: Pick<MarketView, 'query' | 'clear'> }) {
  const query = view.query.trim()
  const isWithout = query === ''
  return (
    <EmptyState
      icon={isWithout ? 'star' : 'search'}
      action={
        <Button size="small" onClick={view.clear}>
          {t('showAll')}
        </Button>
      }
    >
      {isWithout ? t('noFavorites') : t('noMatch', { query })}
    </EmptyState>
  )
}
