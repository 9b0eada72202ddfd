/**
 * A part of a page whose file is fetched later: its place is kept meanwhile, and where the file does not
 * come that part alone is missing and the rest of the page stands.
 */
import { CatchBoundary } from '../router/catch-boundary.tsx'
import { type ReactNode, Suspense } from 'react'

export type LaterPartProps = {
  /** Stands there until the part has come. */
  readonly place: ReactNode
  /** Stands there where the part did not come; the place, unless told. */
  readonly missing?: ReactNode
  readonly children: ReactNode
}

/** The part, its place, or what is said in its stead. */
export function LaterPart({ place, missing = place, children }: LaterPartProps) {
  return (
    <CatchBoundary resetKey={null} errorComponent={() => missing}>
      <Suspense fallback={place}>{children}</Suspense>
    </CatchBoundary>
  )
}
