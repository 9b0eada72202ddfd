/** The signer's answers: amounts as decimal texts, refusals as codes. */
import type { Signed } from '../book/records.ts'
import { hotWallet, type KeyTree } from '../keys/tree.ts'
import type { RefusalCode } from '../refusal.ts'
import { capDecimals, type Settings } from '../settings.ts'
import type { Outcome, Status } from '../signer.ts'

export type Answer = { readonly status: number; readonly body: object }

/** A signature, or the reason why there is none. */
export function toAnswer(outcome: Outcome): Answer {
  if ('refused' in outcome) return refused(outcome.refused)
  const { signed, isRepeat, number } = outcome
  return { status: 200, body: { ...toTransaction(signed), isRepeat, book: number } }
}

/** A refusal: 422; 423 if the signer has stopped itself; 503 if it cannot write. */
export function refused(code: RefusalCode): Answer {
  const isStopped = code === 'tripped' || code.startsWith('cap.')
  const status = code === 'book.broken' ? 503 : isStopped ? 423 : 422
  return { status, body: { code } }
}

/** The transactions signed under an id. */
export function toAttempts(attempts: readonly Signed[]): Answer {
  return { status: 200, body: { attempts: attempts.map(toTransaction) } }
}

/** The extended public keys for addresses, and the hot wallets' addresses. */
export function toKeys(tree: KeyTree, settings: Settings): Answer {
  const familyOf = (family: 'bitcoin' | 'evm') => ({
    ...tree.extended(family),
    hotWallet: tree.address(family, hotWallet),
  })
  const bitcoin = { network: settings.bitcoinNetwork, ...familyOf('bitcoin') }
  return { status: 200, body: { bitcoin, evm: familyOf('evm') } }
}

/** The state of the signer: its book, whether it stopped itself, and the remaining caps. */
export function toStatus(status: Status): Answer {
  const { number, tripped, isBroken, currencies, refusals } = status
  const caps = [...currencies].map(([currency, { leftHour, leftDay, leftTo, caps: most }]) => ({
    currency,
    transaction: decimal(most.transaction),
    fee: decimal(most.fee),
    destinationDay: most.destinationDay === null ? null : decimal(most.destinationDay),
    hour: { most: decimal(most.hour), spent: decimal(leftHour) },
    day: { most: decimal(most.day), spent: decimal(leftDay) },
    ...(leftTo !== null && { destination: { spent: decimal(leftTo) } }),
  }))
  const stop =
    tripped === null
      ? null
      : { book: tripped.number, atMs: tripped.atMs, ...onlyCap(tripped), id: tripped.id }
  return {
    status: 200,
    body: {
      book: number,
      tripped: stop,
      isBroken,
      caps,
      votes: toVotes(status),
      refusals: Object.fromEntries(refusals),
    },
  }
}

function toVotes({ votes }: Pick<Status, 'votes'>): object | null {
  if (votes === null) return null
  const from = [...votes.from].map(([currency, amount]) => [currency, decimal(amount)])
  return { needed: votes.needed, from: Object.fromEntries(from) }
}

function onlyCap({ cap, currency }: { readonly cap: string; readonly currency: string }) {
  return { cap, currency }
}

function toTransaction({ txid, raw, fee, atMs }: Signed) {
  return { txid, raw, fee: String(fee), signedAtMs: atMs }
}

function decimal(units: bigint): string {
  const digits = String(units).padStart(capDecimals + 1, '0')
  const part = digits.slice(-capDecimals).replace(/0+$/, '')
  const whole = digits.slice(0, -capDecimals)
  return part === '' ? whole : `${whole}.${part}`
}
