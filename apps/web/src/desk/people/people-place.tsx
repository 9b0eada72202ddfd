/** Where one is among people: the list, or one of them. */
import { rowNumber } from '@tukar/wire'
import type { OwnPageProps } from '../own-page.ts'
import { PeoplePage } from './people-page.tsx'
import { PersonPage } from './person-page.tsx'

/** The pages of people. */
export function PeoplePlace({ me, rest: [id = ''] }: OwnPageProps) {
  return rowNumber(id) !== null ? (
    <PersonPage key={id} me={me} userId={Number(id)} />
  ) : (
    <PeoplePage />
  )
}
