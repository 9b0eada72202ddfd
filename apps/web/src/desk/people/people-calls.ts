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

/** Which accounts a list shows; `any` is every state of identity. */
export type AccountChoice = {
  readonly state: PeopleState
  readonly kyc: KycState | 'any'
  readonly page: number
}

/** A page of accounts. */
export function loadAccounts({
  state,
  kyc,
  page,
}: AccountChoice): Promise<CallResult<Paged<ListedAccount>>> {
  const choice = kyc === 'any' ? { state } : { state, kyc }
  return get(routes.deskPeople, { input: { ...choice, page } }, (data) => toPage(data, toAccount))
}

/** People by address, number or first letters; that one looked is recorded. */
export function findPeople(query: string): Promise<CallResult<readonly FoundPerson[]>> {
  return post(routes.findPeople, { input: { query } }, (data) => data.map(toFoundPerson))
}

/** All that is known of one person, masked; that one looked is recorded. */
export function loadPerson(userId: number): Promise<CallResult<PersonDetail>> {
  return get(routes.deskPerson, { id: userId }, toPersonDetail)
}

/** What one person did lately. */
export function loadActivity(userId: number): Promise<CallResult<PersonActivity>> {
  return get(routes.deskPersonActivity, { id: userId }, toPersonActivity)
}

/** Adds a note for colleagues. */
export function addNote(userId: number, text: string): Promise<CallResult<null>> {
  return post(routes.notePerson, { input: { text }, id: userId }, () => null)
}
