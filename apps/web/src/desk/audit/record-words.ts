/** The record in words: what was done, to what, and what each fact is called; codes stay what they are. */
import {
  deskAuditMessages,
  deskDeedMessages,
  deskFactMessages,
  deskSubjectMessages,
  formatRupiah,
} from '@tukar/i18n'
import { rowNumber } from '@tukar/wire'
import { sayer } from '../../app/translate.ts'
import { decimalOf } from '../../wallets/wallet-value.ts'
import { placeOfSource } from '../books/books-words.ts'
import type { Words } from '../change/change-wire.ts'
import { inWords } from '../change/change-words.ts'
import { chainFlagText, chainStateText, chainText } from '../chains/chain-words.ts'
import {
  codeFileText,
  codePieceText,
  identityStateText,
  reasonText as identityReasonText,
} from '../identity/identity-words.ts'
import type { Place } from '../frame/place.ts'
import { flagText, momentText, roleText, say as sayDesk, stateText } from '../texts.ts'
import { deedCodes, factNames, subjectTables } from './record-codes.ts'

const say = sayer(deskAuditMessages)
const sayDeed = sayer(deskDeedMessages)
const saySubject = sayer(deskSubjectMessages)
const sayFact = sayer(deskFactMessages)

/** What was done, or a kind of change; a code without words as it is. */
export function deedText(code: string): string {
  const known = deedCodes.find((one) => one === code)
  return known === undefined ? code : sayDeed(known)
}

/** What an entry is about; `about` is its name where the server knows one. */
export function subjectText(subject: string, about: Words | null): string {
  const { table, id } = partsOf(subject)
  if (table === 'maintenance') return say('exchange')
  if (table === 'signer') return say('signer')
  if (table === 'audit') return sayDesk('audit')
  const known = subjectTables.find((one) => one === table)
  if (known === undefined) return subject
  const name = about === null ? (table === 'chain' ? chainText(id) : id) : inWords(about)
  return table === 'market' || table === 'currency' || table === 'chain'
    ? name
    : saySubject(known, { id: name })
}

/** Where the subject is shown; null of what has no page of its own. */
export function placeOfSubject(subject: string, about: Words | null): Place | null {
  const { table, id } = partsOf(subject)
  const own = (name: string, ...rest: readonly string[]): Place => ({ page: 'own', name, rest })
  const no = rowNumber(id)
  switch (table) {
    case 'user':
    case 'account':
      return no === null ? null : own('people', id)
    case 'identity':
      return no === null ? null : { page: 'identity', queue: 'all', id: no }
    case 'market':
      return about === null ? null : own('markets', about.en.replace('/', '_'))
    case 'currency':
      return about === null ? null : own('currencies', about.en)
    case 'setting':
      return own('settings')
    default:
      return placeOfSource(subject)
  }
}

/** Why, as the operator wrote it; of a note the record keeps only its number. */
export function reasonText(reason: string): string {
  const [, no] = /^note:(\d+)$/.exec(reason) ?? []
  return no === undefined ? reason : say('noteNo', { no })
}

/** The name of a fact; parts of a state in a state as they are. */
export function factText(key: string, subject: string): string {
  // Coins are recorded in their smallest unit, whose size the record does not know.
  if (key === 'amount' && coinTables.has(partsOf(subject).table)) return sayFact('units')
  const known = factNames.find((one) => one === key)
  return known === undefined ? key : sayFact(known)
}

const coinTables = new Set(['chain_deposit', 'chain_withdrawal'])
const rupiahTables = new Set(['deposit', 'withdrawal'])
const rupiahFacts = new Set(['amount', 'confirmed'])
const flagFacts = new Set(['cause', 'alarm'])

/** Whether a fact tells what was decided about, and not what the decision changed. */
export function isAround(key: string): boolean {
  return key === 'state' || flagFacts.has(key)
}

const momentGrammar = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** A fact as people read it: moments by the clock, money with its decimals, codes in words. */
export function factValue(key: string, value: string, subject: string): string {
  if (value === 'null') return say('nothing')
  if (value === 'true' || value === 'false') return say(value === 'true' ? 'yes' : 'no')
  const { table } = partsOf(subject)
  if (table === 'identity') return identityFact(key, value)
  if (key === 'kind') return deedText(value)
  if (key === 'role') return roleText(value)
  if (key === 'roles') return rolesText(value)
  if (key === 'decision' && table === 'withdrawal') return deedText(`payout.${value}`)
  const isCoin = coinTables.has(table)
  if (key === 'state') return (isCoin ? chainStateText : stateText)(value).text
  if (flagFacts.has(key)) {
    if (isCoin) return chainFlagText(value)
    return flagText(value, table === 'deposit' ? 'deposits' : 'withdrawals')
  }
  const isRupiah = rupiahTables.has(table) && rupiahFacts.has(key) && /^\d+$/.test(value)
  if (isRupiah) return formatRupiah(decimalOf(BigInt(value)))
  return momentGrammar.test(value) ? momentText(value) : value
}

/** The codes of identities are other ones than those of money, under the same names. */
function identityFact(key: string, value: string): string {
  switch (key) {
    case 'state':
      return identityStateText(value).text
    case 'reason':
      return identityReasonText(value)
    case 'piece':
      return codePieceText(value)
    case 'kind':
      return codeFileText(value)
    default:
      return value
  }
}

/** A list of roles, kept as its JSON. */
function rolesText(json: string): string {
  const roles = json.match(/\w+/g) ?? []
  return roles.length === 0 ? say('nothing') : roles.map(roleText).join(', ')
}

function partsOf(subject: string): { readonly table: string; readonly id: string } {
  const at = subject.indexOf(':')
  return at < 0
    ? { table: subject, id: '' }
    : { table: subject.slice(0, at), id: subject.slice(at + 1) }
}
