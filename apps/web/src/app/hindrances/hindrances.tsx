/** Fetches the strip only if there is something to tell; most browsers need none. */
import { lazy, useState, useSyncExternalStore } from 'react'
import { chosenElsewhere, onPreferences } from '../../theme/preferences.ts'
import { LazyPart } from '../later-part.tsx'
import { findMissing } from './missing.ts'

const Strip = lazy(async () => ({
  default: (await import('./hindrance-strip.tsx')).HindranceStrip,
}))

/** The strip once its file has loaded. */
export function Hindrances() {
  const [missing] = useState(() => findMissing())
  const chosen = useSyncExternalStore(onPreferences, chosenElsewhere)
  if (missing.length === 0 && chosen === null) return null
  return (
    <LazyPart place={null}>
      <Strip missing={missing} chosen={chosen} />
    </LazyPart>
  )
}
