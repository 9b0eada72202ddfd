/** The audit log as text: actions, subjects, and names of facts. Unknown codes are shown as they are. */
import {
  consoleAuditMessages,
  auditActionMessages,
  auditFactMessages,
  auditSubjectMessages,
  formatRupiah,
} from '@tukar/i18n'
import { rowNumber } from '@tukar/wire'
import { pageTranslator } from '../../app/translate.ts'
import { toDecimal } from '../../wallets/wallet-value.ts'
import { findSourceRoute } from '../books/books-texts.ts'
import type { Words } from '../change/change-wire.ts'
import { localize } from '../change/change-texts.ts'
import { chainFlagText, chainStateText, chainText } from '../chains/chain-texts.ts'
import {
  codeFileText,
  codePieceText,
  identityStateText,
  reasonText as identityReasonText,
} from '../identity/identity-texts.ts'
import type { ConsoleRoute } from '../frame/console-route.ts'
import { flagText, momentText, roleText, t as tDesk, stateText } from '../texts.ts'
import { actionCodes, factNames, subjectTables } from './audit-codes.ts'

const t = pageTranslator(consoleAuditMessages)
const tAction = pageTranslator(auditActionMessages)
const tSubject = pageTranslator(auditSubjectMessages)
const tFact = pageTranslator(auditFactMessages)

/** The text of an action or a kind of change; an unknown code as it is. */
export function actionText(code: string): string {
  const known = actionCodes.find((one) => one === code)
  return known === undefined ? code : tAction(known)
}

/** The subject of an entry; `about` is its name if the server knows one. */
export function subjectText(subject: string, about: Words | null): string {
  const { table, id } = splitFact(subject)
  if (table === 'maintenance') return t('exchange')
  if (table === 'signer') return t('signer')
  if (table === 'audit') return tDesk('audit')
  const known = subjectTables.find((one) => one === table)
  if (known === undefined) return subject
  const name = about === null ? (table === 'chain' ? chainText(id) : id) : localize(about)
  return table === 'market' || table === 'currency' || table === 'chain'
    ? name
    : tSubject(known, { id: name })
}

/** The page of a subject; null if it has none. */
export function findSubjectRoute(subject: string, about: Words | null): ConsoleRoute | null {
  const { table, id } = splitFact(subject)
  const toFeatureRoute = (name: string, ...rest: readonly string[]): ConsoleRoute => ({
    page: 'own',
    name,
    rest,
  })
  const no = rowNumber(id)
  switch (table) {
    case 'user':
    case 'account':
      return no === null ? null : toFeatureRoute('people', id)
    case 'identity':
      return no === null ? null : { page: 'identity', queue: 'all', id: no }
    case 'market':
      return about === null ? null : toFeatureRoute('markets', about.en.replace('/', '_'))
    case 'currency':
      return about === null ? null : toFeatureRoute('currencies', about.en)
    case 'setting':
      return toFeatureRoute('settings')
    default:
      return findSourceRoute(subject)
  }
}

/** The operator's reason; for a note the audit log has only its number. */
export function reasonText(reason: string): string {
  const [, no] = /^note:(\d+)$/.exec(reason) ?? []
  return no === undefined ? reason : t('noteNo', { no })
}

/** The name of a fact; keys of nested states as they are. */
export function factText(key: string, subject: string): string {
  // Coins are recorded in their smallest unit; the audit log does not know the number of decimals.
  if (key === 'amount' && coinTables.has(splitFact(subject).table)) return tFact('units')
  const known = factNames.find((one) => one === key)
  return known === undefined ? key : tFact(known)
}

const coinTables = new Set(['chain_deposit', 'chain_withdrawal'])
const rupiahTables = new Set(['deposit', 'withdrawal'])
const rupiahFacts = new Set(['amount', 'confirmed'])
const flagFacts = new Set(['cause', 'alarm'])

/** Whether a fact is context of a decision, not a change by it. */
export function isAround(key: string): boolean {
  return key === 'state' || flagFacts.has(key)
}

const momentGrammar = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** The value of a fact: times, amounts with decimals, codes as text. */
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
  if (isRupiah) return formatRupiah(toDecimal(BigInt(value)))
  return momentGrammar.test(value) ? momentText(value) : value
}

/** Identity cases use the same fact names as money cases with other codes. */
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

/** A list of roles, stored as JSON. */
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
