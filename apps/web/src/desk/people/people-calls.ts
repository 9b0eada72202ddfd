/** The console's calls about people. */
import { type KycState, type PeopleState, routes } from '@tukar/wire'
import { type Paged, toPage } from '../cases/case-wire.ts'
import { get, post, type CallResult } from '../desk-calls.ts'
import {
  type FoundPerson,
  type ListedAccount,
  type PersonActivity,
  type PersonDetail,
  toAccount,
  toFoundPerson,
  toPersonActivity,
  toPersonDetail,
} from './people-wire.ts'

/** The filter of the list; `any` includes every verification status. */
export type AccountChoice = {
  readonly state: PeopleState
  readonly kyc: KycState | 'any'
  readonly page: number
}

/** Loads a page of accounts. */
export function loadAccounts({
  state,
  kyc,
  page,
}: AccountChoice): Promise<CallResult<Paged<ListedAccount>>> {
  const choice = kyc === 'any' ? { state } : { state, kyc }
  return get(routes.deskPeople, { input: { ...choice, page } }, (data) => toPage(data, toAccount))
}

/** Finds people by e-mail address, number or first letters; the search is recorded. */
export function findPeople(query: string): Promise<CallResult<readonly FoundPerson[]>> {
  return post(routes.findPeople, { input: { query } }, (data) => data.map(toFoundPerson))
}

/** Loads one person's masked details; the access is recorded. */
export function loadPerson(userId: number): Promise<CallResult<PersonDetail>> {
  return get(routes.deskPerson, { id: userId }, toPersonDetail)
}

/** Loads one person's recent activity. */
export function loadActivity(userId: number): Promise<CallResult<PersonActivity>> {
  return get(routes.deskPersonActivity, { id: userId }, toPersonActivity)
}

/** Adds a note for colleagues. */
export function addNote(userId: number, text: string): Promise<CallResult<null>> {
  return post(routes.notePerson, { input: { text }, id: userId }, () => null)
}
