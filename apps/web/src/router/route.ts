/** What the app knows of each page before its file is loaded. */
import type { ComponentType, ReactNode } from 'react'
import type { Here, Texts } from './address.ts'
import type { PagePath, PageRoute } from './page-routes.ts'

export type AroundPage = ComponentType<{ readonly children: ReactNode }>

export type Route = {
  /** Fetches the page. */
  readonly page: () => Promise<ComponentType>
  /** Fetches the frame around the page. */
  readonly around?: () => Promise<AroundPage>
  /** Returns the route to go to instead; null to stay. */
  readonly guard?: (here: Here, params: Texts) => PageRoute | null
}

/** The app's pages by path. */
export type Routes = Readonly<Partial<Record<PagePath, Route>>>
