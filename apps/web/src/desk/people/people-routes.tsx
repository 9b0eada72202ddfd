/** The people pages: the list, or one person. */
import type { FeaturePageProps } from '../frame/feature-page.ts'
import { PeoplePage } from './people-page.tsx'
import { PersonPage } from './person-page.tsx'

/** Renders the page by the rest of the path. */
export function PeopleRoutes({ me, rest: [id = ''] }: FeaturePageProps) {
  return id === '' ? <PeoplePage /> : <PersonPage key={id} me={me} userId={Number(id)} />
}
