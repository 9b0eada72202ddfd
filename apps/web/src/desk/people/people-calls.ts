/** The console's calls about people. */
import { get, post, type Told, told } from '../desk-calls.ts'
import type { Paged } from '../wire-reading.ts'
import {
  type FoundPerson,
  type ListedAccount,
  type PersonActivity,
  type PersonDetail,
  readAccounts,
  readFoundPeople,
  readPersonActivity,
  readPersonDetail,
} from './people-wire-reading.ts'

/** Which accounts a list shows; `any` is every state of identity. */
export type AccountChoice = {
  readonly state: string
  readonly kyc: string
  readonly page: number
}

/** A page of accounts. */
export async function loadAccounts({
  state,
  kyc,
  page,
}: AccountChoice): Promise<Told<Paged<ListedAccount>>> {
  const choice = kyc === 'any' ? { state } : { state, kyc }
  return told(await get('people', { ...choice, page }), readAccounts)
}

/** People by address, number or first letters; that one looked is recorded. */
export async function findPeople(query: string): Promise<Told<readonly FoundPerson[]>> {
  return told(await post('people/find', { query }), readFoundPeople)
}

/** All that is known of one person, masked; that one looked is recorded. */
export async function loadPerson(userId: number): Promise<Told<PersonDetail | null>> {
  return told(await get(`people/${userId}`), readPersonDetail)
}

/** What one person did lately. */
export async function loadActivity(userId: number): Promise<Told<PersonActivity>> {
  return told(await get(`people/${userId}/activity`), readPersonActivity)
}

/** Adds a note for colleagues. */
export async function addNote(userId: number, text: string): Promise<Told<null>> {
  return told(await post(`people/${userId}/notes`, { text }), () => null)
}
