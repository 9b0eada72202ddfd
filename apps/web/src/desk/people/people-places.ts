/** Where people are in the console and its addresses. */
import type { Place } from '../frame/place.ts'

const name = 'people'

/** The list of people. */
export const peoplePlace: Place = { page: 'own', name, rest: [] }

/** The page of one person. */
export function placeOfPerson(userId: number): Place {
  return { page: 'own', name, rest: [String(userId)] }
}
