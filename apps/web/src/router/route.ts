/** What the app knows of each page before its file has come. */
import type { ComponentType, ReactNode } from 'react'
import type { Here, Texts } from './address.ts'
import type { PagePath, Place } from './page-routes.ts'

export type AroundPage = ComponentType<{ readonly children: ReactNode }>

export type Route = {
  /** Fetches the page. */
  readonly page: () => Promise<ComponentType>
  /** Fetches what stands around it and its like. */
  readonly around?: () => Promise<AroundPage>
  /** Returns where its reader must go instead, null to stay. */
  readonly guard?: (here: Here, params: Texts) => Place | null
}

/** Pages by their addresses. */
export type Routes = Readonly<Partial<Record<PagePath, Route>>>
