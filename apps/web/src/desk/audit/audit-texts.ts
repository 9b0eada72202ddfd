/** The record in words: what was done, to what, and what each fact is called; codes stay what they are. */
import {
  consoleAuditMessages,
  auditActionMessages,
  auditFactMessages,
  auditSubjectMessages,
  formatRupiah,
} from '@tukar/i18n'
import { rowNumber } from '@tukar/wire'
import { sayer } from '../../app/translate.ts'
import { decimalOf } from '../../wallets/wallet-value.ts'
import { findSourceRoute } from '../books/books-words.ts'
import type { Words } from '../change/change-wire.ts'
import { inWords } from '../change/change-words.ts'
import { chainFlagText, chainStateText, chainText } from '../chains/chain-words.ts'
import {
  codeFileText,
  codePieceText,
  identityStateText,
  reasonText as identityReasonText,
} from '../identity/identity-words.ts'
import type { ConsoleRoute } from '../frame/console-route.ts'
import { flagText, momentText, roleText, t as tDesk, stateText } from '../texts.ts'
import { actionCodes, factNames, subjectTables } from './audit-codes.ts'

const t = sayer(consoleAuditMessages)
const tDeed = sayer(auditActionMessages)
const tSubject = sayer(auditSubjectMessages)
const tFact = sayer(auditFactMessages)

/** What was done, or a kind of change; a code without words as it is. */
export function actionText(code: string): string {
  const known = actionCodes.find((one) => one === code)
  return known === undefined ? code : tDeed(known)
}

/** What an entry is about; `about` is its name where the server knows one. */
export function subjectText(subject: string, about: Words | null): string {
  const { table, id } = splitFact(subject)
  if (table === 'maintenance') return t('exchange')
  if (table === 'signer') return t('signer')
  if (table === 'audit') return tDesk('audit')
  const known = subjectTables.find((one) => one === table)
  if (known === undefined) return subject
  const name = about === null ? (table === 'chain' ? chainText(id) : id) : inWords(about)
  return table === 'market' || table === 'currency' || table === 'chain'
    ? name
    : tSubject(known, { id: name })
}

/** Where the subject is shown; null of what has no page of its own. */
export function findSubjectRoute(subject: string, about: Words | null): ConsoleRoute | null {
  const { table, id } = splitFact(subject)
  const own = (name: string, ...rest: readonly string[]): ConsoleRoute => ({
    page: 'own',
    name,
    rest,
  })
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
      return findSourceRoute(subject)
  }
}

/** Why, as the operator wrote it; of a note the record keeps only its number. */
export function reasonText(reason: string): string {
  const [, no] = /^note:(\d+)$/.exec(reason) ?? []
  return no === undefined ? reason : t('noteNo', { no })
}

/** The name of a fact; parts of a state in a state as they are. */
export function factText(key: string, subject: string): string {
  // Coins are recorded in their smallest unit, whose size the record does not know.
  if (key === 'amount' && coinTables.has(splitFact(subject).table)) return tFact('units')
  const known = factNames.find((one) => one === key)
  return known === undefined ? key : tFact(known)
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
  if (value === 'null') return t('nothing')
  if (value === 'true' || value === 'false') return t(value === 'true' ? 'yes' : 'no')
  const { table } = splitFact(subject)
  if (table === 'identity') return identityFact(key, value)
  if (key === 'kind') return actionText(value)
  if (key === 'role') return roleText(value)
  if (key === 'roles') return rolesText(value)
  if (key === 'decision' && table === 'withdrawal') return actionText(`payout.${value}`)
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
  return roles.length === 0 ? t('nothing') : roles.map(roleText).join(', ')
}

function splitFact(subject: string): { readonly table: string; readonly id: string } {
  const at = subject.indexOf(':')
  return at < 0
    ? { table: subject, id: '' }
    : { table: subject.slice(0, at), id: subject.slice(at + 1) }
}
