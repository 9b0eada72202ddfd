/** Where one is among people: the list, or one of them. */
import type { OwnPageProps } from '../frame/own-page.ts'
import { PeoplePage } from './people-page.tsx'
import { PersonPage } from './person-page.tsx'

/** The pages of people. */
export function PeoplePlace({ me, rest: [id = ''] }: OwnPageProps) {
  return id === '' ? <PeoplePage /> : <PersonPage key={id} me={me} userId={Number(id)} />
}
