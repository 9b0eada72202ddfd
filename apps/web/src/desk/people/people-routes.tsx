/** Where one is among people: the list, or one of them. */
import type { FeaturePageProps } from '../frame/feature-page.ts'
import { PeoplePage } from './people-page.tsx'
import { PersonPage } from './person-page.tsx'

/** The pages of people. */
export function PeopleRoutes({ me, rest: [id = ''] }: FeaturePageProps) {
  return id === '' ? <PeoplePage /> : <PersonPage key={id} me={me} userId={Number(id)} />
}
