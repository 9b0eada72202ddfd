/** What a page of the console is that its own part adds: one line in `own-pages.ts`, and nothing elsewhere. */
import type { DeskRole } from '@tukar/wire'
import type { ComponentType } from 'react'
import type { Me } from '../cases/case-wire.ts'

export type FeaturePageProps = {
  readonly me: Me
  /** What follows the page's name in the address: `['6']` of `/executor/markets/6`. */
  readonly rest: readonly string[]
  /** Called when something changed that the overview counts. */
  readonly onChanged: () => void
}

export type FeaturePage = {
  /** Its name in the address: `changes` of `/executor/changes`. */
  readonly name: string
  /** Where it stands in the navigation. */
  readonly group: 'today' | 'people' | 'markets' | 'books' | 'content' | 'system'
  /** Who sees it there; the server decides by itself who may what. */
  readonly roles: readonly DeskRole[]
  readonly title: () => string
  /** What is called how by what follows in the address, null where nothing can be; left out: nothing ever follows. */
  readonly partTitle?: (rest: readonly string[]) => string | null
  /** The queue of the overview that this page works off, and what it is called there. */
  readonly queue?: { readonly name: string; readonly title: () => string }
  readonly Page: ComponentType<FeaturePageProps>
}
