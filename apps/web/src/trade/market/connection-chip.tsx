/** How far the figures can be trusted, in a word beside the price and a sentence when it matters. */
import { tradeViewMessages } from '@tukar/i18n'
import { useOnline } from '../../app/offline-banner.tsx'
import { sayer } from '../../app/translate.ts'
import type { LinkState } from '../../feed/link-state.ts'
import type { Link } from '../../feed/messages.ts'
import { useFeed } from '../../feed/store.ts'
import { VisuallyHidden } from '../../ui/feedback.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useRootMark } from '../../ui/root-mark.ts'
import styles from './connection-chip.module.css'
import type { TradeMarket } from './market.ts'

const say = sayer(tradeViewMessages)

/** Forms that differ without their color. */
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

/** How the line is, and whether prices of the market came by it yet: those that did not have no age. */
type Shown = Link & { readonly isUnloaded?: boolean }

function wordOf({ state, ageSeconds, roundTripMs, isFallback, isUnloaded }: Shown): string {
  const age = ageSeconds
  switch (state) {
    case 'connecting':
      return say('linkConnecting')
    case 'live':
      if (isFallback === true) return say('linkLiveFallback')
      return roundTripMs === null ? say('linkLive') : say('linkLiveMs', { ms: roundTripMs })
    case 'slow':
      return say('linkSlow', { age })
    case 'stale':
      return isUnloaded === true ? say('linkUnloaded') : say('linkStale', { age })
    case 'resync':
      return say('linkResync')
    case 'reloading':
      return say('linkReloading')
    case 'offline':
      return say('linkOffline')
    case 'maintenance':
      return say('linkMaintenance')
  }
}

/** The state alone: what is said aloud when it changes, without figures that change all the time. */
function stateOf({ state, isFallback = false, isUnloaded = false }: Shown): string {
  switch (state) {
    case 'live':
      return say(isFallback ? 'linkLiveFallback' : 'linkLive')
    case 'slow':
      return say('linkSlowState')
    case 'stale':
      return say(isUnloaded ? 'linkUnloaded' : 'linkStaleState')
    case 'connecting':
    case 'resync':
    case 'reloading':
    case 'offline':
    case 'maintenance':
      return wordOf({ state, ageSeconds: 0, roundTripMs: null })
  }
}

/** The chip: its figures are seen, its state is said. */
export function ConnectionChip() {
  const link = useFeed((feed) => feed.link)
  const isUnloaded = useFeed((feed) => feed.frame === null)
  const word = wordOf({ ...link, isUnloaded })
  const state = stateOf({ ...link, isUnloaded })
  const title = link.isFallback === true ? say('linkFallbackTitle') : undefined
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

function noteOf({ state, ageSeconds: age, isUndrawn, isUnloaded }: Shown): string | null {
  if (isUndrawn === true) return say('linkNoteUndrawn')
  switch (state) {
    case 'stale':
      return isUnloaded === true ? say('linkNoteUnloaded') : say('linkNoteStale', { age })
    case 'offline':
      return say('linkNoteOffline')
    case 'reloading':
      return say('linkNoteReloading')
    case 'maintenance':
      return say('linkNoteMaintenance')
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
 * The sentence, as a strip under the navigation that stays there when the page is scrolled. It takes
 * its own height, which the page below gives it: no control is ever under it.
 */
export function ConnectionNote({ market }: { readonly market: TradeMarket['state'] }) {
  const link = useFeed((feed) => feed.link)
  const isUnloaded = useFeed((feed) => feed.frame === null)
  const { state, isUndrawn = false } = link
  const marketNote = marketNotes[market]
  // A device without a network is told of by the strip above this one, in nearly the same words.
  const isToldAbove = !useOnline() && state === 'offline'
  const own = isToldAbove ? null : noteOf({ ...link, isUnloaded })
  const note = own ?? (marketNote === null ? null : say(marketNote))
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
        <VisuallyHidden>{isAgeing ? say('linkNoteStaleSpoken') : note}</VisuallyHidden>
      </span>
    </div>
  )
}
