/**
 * A part of a page that loads later. A placeholder reserves its space; after a failure only that part is
 * missing.
 */
import { CatchBoundary } from '../router/catch-boundary.tsx'
import { type ReactNode, Suspense } from 'react'

export type LaterPartProps = {
  /** The placeholder while the part loads. */
  readonly place: ReactNode
  /** The fallback after a failure; default: the placeholder. */
  readonly missing?: ReactNode
  readonly children: ReactNode
}

/** Renders the part, its placeholder or its fallback. */
export function LazyPart({ place, missing = place, children }: LaterPartProps) {
  return (
    <CatchBoundary resetKey={null} errorComponent={() => missing}>
      <Suspense fallback={place}>{children}</Suspense>
    </CatchBoundary>
  )
}
