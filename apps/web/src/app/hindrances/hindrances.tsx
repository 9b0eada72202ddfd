/** Fetches the strip about this browser where there is something to say: for most readers there is nothing. */
import { lazy, useState, useSyncExternalStore } from 'react'
import { chosenElsewhere, onPreferences } from '../../theme/preferences.ts'
import { LaterPart } from '../later-part.tsx'
import { findMissing } from './missing.ts'

const Strip = lazy(async () => ({
  default: (await import('./hindrance-strip.tsx')).HindranceStrip,
}))

/** The strip, once its file has come; the page stands without it. */
export function Hindrances() {
  const [missing] = useState(() => findMissing())
  const chosen = useSyncExternalStore(onPreferences, chosenElsewhere)
  if (missing.length === 0 && chosen === null) return null
  return (
    <LaterPart place={null}>
      <Strip missing={missing} chosen={chosen} />
    </LaterPart>
  )
}
