/** A feature page of the console, registered by one line in `feature-pages.ts`. */
import type { DeskRole } from '@tukar/wire'
import type { ComponentType } from 'react'
import type { Me } from '../cases/case-wire.ts'

export type FeaturePageProps = {
  readonly me: Me
  /** The segments after the page's name in the path: `['6']` of `/executor/markets/6`. */
  readonly rest: readonly string[]
  /** Called when something changed that the overview counts. */
  readonly onChanged: () => void
}

export type FeaturePage = {
  /** The first path segment: `changes` of `/executor/changes`. */
  readonly name: string
  /** The group in the navigation. */
  readonly group: 'today' | 'people' | 'markets' | 'books' | 'content' | 'system'
  /** The roles that see it there; the server checks permissions itself. */
  readonly roles: readonly DeskRole[]
  readonly title: () => string
  /** The title by the rest of the path; null if the rest is invalid. Omitted if the page has no sub-pages. */
  readonly partTitle?: (rest: readonly string[]) => string | null
  /** The overview's queue that this page processes, and its title there. */
  readonly queue?: { readonly name: string; readonly title: () => string }
  readonly Page: ComponentType<FeaturePageProps>
}
