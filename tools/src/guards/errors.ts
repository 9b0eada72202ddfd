/**
 * Errors are consistent: each is thrown and has texts, the texts have exactly its parameters as placeholders,
 * and a test names it.
 */
import { serverSentences } from '@tukar/i18n/server'
import { type ErrorDefinition, errors } from '@tukar/wire'
import { type Finding, type Guard, isSource, isTesting, type Tree } from './tree.ts'

const file = 'packages/wire/src/errors'

/** The checked errors; tests use others. */
export type ErrorFacts = {
  readonly errors: Readonly<Record<string, ErrorDefinition>>
  readonly sentences: Readonly<Record<string, { readonly en: string; readonly id: string }>>
  readonly untested: readonly string[]
}

/** Codes whose text is protocol (DEC-03), and codes of the core that no call can cause. */
const withoutText = new Set([
  'server.maintenance',
  'account.not_a_user',
  'account.not_house',
  'amount.not_positive',
  'balance.insufficient',
  'balance.over_bound',
  'epoch.not_next',
  'hold.insufficient',
  'hold.unknown',
])

/** Codes that are built of a word and a reason. */
const built = /^(?:amount\.|desk\.file_)/

/** Codes that no test names in full: the list only gets shorter. */
const untestedNow: readonly string[] = [
  'agreement.empty',
  'agreement.letter',
  'agreement.long',
  'bonus.too_much',
  'chain.id_unknown',
  'claim.failed',
  'coin.paused',
  'coin.under_way',
  'command.bad_id',
  'config.forbidden',
  'contact.name_letter',
  'contact.subject_letter',
  'content.too_many',
  'deletion.under_way',
  'deposit.maximum',
  'deposit.minimum',
  'deposit.not_pending',
  'deposit.too_many',
  'desk.change_unfinished',
  'desk.change_unknown',
  'desk.passkeys_full',
  'desk.showing_over',
  'desk.sign_in_again',
  'engine.internal',
  'engine.overloaded',
  'epoch.not_next',
  'faucet.hour',
  'faucet.maximum',
  'faucet.minimum',
  'faucet.refused',
  'gateway.refused',
  'kyc.decided',
  'kyc.long',
  'kyc.video_broken',
  'kyc.video_large',
  'list.malformed',
  'market.currency_stopped',
  'person.unknown',
  'request.foreign_origin',
  'request.not_json',
  'request.too_large',
  'sender.address',
  'sender.address_letter',
  'sender.address_long',
  'sender.id_number',
  'sender.id_number_letter',
  'sender.id_number_long',
  'sender.name_letter',
  'sender.name_long',
  'token.no_token',
  'token.profile_known',
  'token.trial_refused',
  'withdrawal.bank_unproven',
  'withdrawal.suspended',
]

export const errorsGuard: Guard = {
  name: 'errors',
  check: (tree) =>
    errorFindings(tree, { errors, sentences: serverSentences, untested: untestedNow }),
}

/** The findings for these errors in a tree. */
export function errorFindings(tree: Tree, facts: ErrorFacts): readonly Finding[] {
  const sources = tree.files.filter(isSource)
  const isServer = (one: string): boolean => /^(?:apps\/server|packages\/core)\//.test(one)
  const thrown = quotedIn(
    tree,
    sources.filter((one) => isServer(one) && !isTesting(one)),
  )
  const tested = quotedIn(
    tree,
    sources.filter((one) => isTesting(one) || one.startsWith('e2e/')),
  )
  const untested = new Set(facts.untested)
  return [
    ...Object.entries(facts.errors).flatMap(([code, definition]) => {
      const found: string[] = [...textFaults(code, definition, facts)]
      if (!thrown.has(code) && !built.test(code)) found.push('is thrown nowhere')
      if (!tested.has(code) && !untested.has(code)) found.push('is named by no test')
      if (tested.has(code) && untested.has(code))
        found.push('is named by a test: take it off the list')
      return found.map((message) => ({ file, message: `${code} ${message}` }))
    }),
    ...facts.untested
      .filter((code) => !Object.hasOwn(facts.errors, code))
      .map((code) => ({ file, message: `${code} is on the list and not defined` })),
  ]
}

function* textFaults(
  code: string,
  { params = [], optional = [] }: ErrorDefinition,
  { sentences }: ErrorFacts,
): Generator<string> {
  const sentence = sentences[code]
  if (sentence === undefined) {
    if (!withoutText.has(code)) yield 'has no text'
    return
  }
  const known = new Set([...params, ...optional])
  for (const text of [sentence.en, sentence.id]) {
    for (const [, place = ''] of text.matchAll(/\{(\w+)\}/g)) {
      if (!known.has(place)) yield `has no parameter ${place}, which its text shows`
    }
  }
}

/** All words with dots in them. */
function quotedIn(tree: Tree, files: readonly string[]): ReadonlySet<string> {
  return new Set(files.flatMap((one) => tree.read(one).match(/\w+(?:\.\w+)+/g) ?? []))
}
