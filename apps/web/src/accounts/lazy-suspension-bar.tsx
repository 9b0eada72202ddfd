/** The suspension bar, loaded only for signed-in users. */
import { lazy } from 'react'
import { useSession } from '../api/session.ts'
import { LazyPart } from '../app/later-part.tsx'

const Bar = lazy(async () => ({ default: (await import('./suspension-bar.tsx')).SuspensionBar }))

/** The bar, once its file is loaded; the page does not wait for it. */
export function LazySuspensionBar() {
  if (useSession() === null) return null
  return (
    <LazyPart place={null}>
      <Bar />
    </LazyPart>
  )
}
