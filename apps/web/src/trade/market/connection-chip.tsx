/** How far figures can be trusted: a chip beside the price, and a sentence if they are not live. */
import { tradeViewMessages } from '@tukar/i18n'
import { useOnline } from '../../app/offline-banner.tsx'
import { pageTranslator } from '../../app/translate.ts'
import type { LinkState } from '../../feed/link-state.ts'
import type { Link } from '../../feed/messages.ts'
import { useFeed } from '../../feed/store.ts'
import { VisuallyHidden } from '../../ui/feedback.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useRootMark } from '../../ui/root-mark.ts'
import styles from './connection-chip.module.css'
import type { TradeMarket } from './market.ts'

const t = pageTranslator(tradeViewMessages)

/** Shapes that differ without color. */
const signs: Readonly<Record<LinkState, string>> = {
  connecting: '○',
  live: '●',
  slow: '◐',
  stale: '○',
  resync: '↻',
  reloading: '↻',
  offline: '✕',
  maintenance: '⚙',
}

/** The link, and whether prices of the market are still missing: those have no age. */
type Shown = Link & { readonly isUnloaded?: boolean }

function chipText({ state, ageSeconds, roundTripMs, isFallback, isUnloaded }: Shown): string {
  const age = ageSeconds
  switch (state) {
    case 'connecting':
      return t('linkConnecting')
    case 'live':
      if (isFallback === true) return t('linkLiveFallback')
      return roundTripMs === null ? t('linkLive') : t('linkLiveMs', { ms: roundTripMs })
    case 'slow':
      return t('linkSlow', { age })
    case 'stale':
      return isUnloaded === true ? t('linkUnloaded') : t('linkStale', { age })
    case 'resync':
      return t('linkResync')
    case 'reloading':
      return t('linkReloading')
    case 'offline':
      return t('linkOffline')
    case 'maintenance':
      return t('linkMaintenance')
  }
}

/** The state without changing figures: a change is announced. */
function chipState({ state, isFallback = false, isUnloaded = false }: Shown): string {
  switch (state) {
    case 'live':
      return t(isFallback ? 'linkLiveFallback' : 'linkLive')
    case 'slow':
      return t('linkSlowState')
    case 'stale':
      return t(isUnloaded ? 'linkUnloaded' : 'linkStaleState')
    case 'connecting':
    case 'resync':
    case 'reloading':
    case 'offline':
    case 'maintenance':
      return chipText({ state, ageSeconds: 0, roundTripMs: null })
  }
}

/** The chip: figures are visible, and changes of the state are announced. */
export function ConnectionChip() {
  const link = useFeed((feed) => feed.link)
  const isUnloaded = useFeed((feed) => feed.frame === null)
  const word = chipText({ ...link, isUnloaded })
  const state = chipState({ ...link, isUnloaded })
  const title = link.isFallback === true ? t('linkFallbackTitle') : undefined
  return (
    <span className={styles['chip']} data-state={link.state} title={title}>
      <span className={styles['sign']} aria-hidden="true">
        {signs[link.state]}
      </span>
      <span className={styles['word']} aria-hidden={word === state ? true : undefined}>
        {word}
      </span>
      <span role="status">
        <VisuallyHidden>{state}</VisuallyHidden>
      </span>
    </span>
  )
}

function noteText({ state, ageSeconds: age, isUndrawn, isUnloaded }: Shown): string | null {
  if (isUndrawn === true) return t('linkNoteUndrawn')
  switch (state) {
    case 'stale':
      return isUnloaded === true ? t('linkNoteUnloaded') : t('linkNoteStale', { age })
    case 'offline':
      return t('linkNoteOffline')
    case 'reloading':
      return t('linkNoteReloading')
    case 'maintenance':
      return t('linkNoteMaintenance')
    case 'connecting':
    case 'live':
    case 'slow':
    case 'resync':
      return null
  }
}

const marketNotes = {
  open: null,
  cancel_only: 'marketNoteCancelOnly',
  halted: 'marketNoteHalted',
} as const

/**
 * The sentence in a strip that stays under the navigation while the page scrolls. The page below reserves its
 * height, so it never covers a control.
 */
export function ConnectionNote({ market }: { readonly market: TradeMarket['state'] }) {
  const link = useFeed((feed) => feed.link)
  const isUnloaded = useFeed((feed) => feed.frame === null)
  const { state, isUndrawn = false } = link
  const marketNote = marketNotes[market]
  // The strip above already tells that the device is offline.
  const isShownAbove = !useOnline() && state === 'offline'
  const own = isShownAbove ? null : noteText({ ...link, isUnloaded })
  const note = own ?? (marketNote === null ? null : t(marketNote))
  useRootMark('note', note !== null)
  const isAgeing = state === 'stale' && !isUndrawn && !isUnloaded
  return (
    <div
      className={styles['note']}
      data-shown={note !== null}
      data-tone={state === 'stale' ? 'warn' : 'info'}
    >
      {note !== null && (
        <>
          <Icon name={state === 'stale' ? 'warning' : 'info'} size={16} />
          <p aria-hidden={isAgeing ? undefined : true}>{note}</p>
        </>
      )}
      <span role="status">
        <VisuallyHidden>{isAgeing ? t('linkNoteStaleSpoken') : note}</VisuallyHidden>
      </span>
    </div>
  )
}
