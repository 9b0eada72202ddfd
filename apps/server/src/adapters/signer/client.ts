/** The signer over HTTP: each method of the port is one call, and each reply is validated. */
import { createHealth } from '../../platform/external/health.ts'
import type {
  FamilyKeys,
  SignedBytes,
  Signer,
  SignerAnswer,
  SignerCaps,
  SignerSpent,
  SignerKeys,
  SignerStatus,
  SignerVoteRule,
  SignerVoiding,
} from './port.ts'
import { fieldsOf } from '../../platform/external/answers.ts'
import { call, type SignerConnection, type SignerReach, unknown } from './requests.ts'

const timeoutMsDefault = 15_000
const slowMs = 2_000

export type SignerOptions = {
  readonly reach: () => Promise<SignerReach | null>
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  readonly clock?: () => number
}

/** Creates the client of a signer. Creation makes no call. */
export function createSigner(options: SignerOptions): Signer {
  const { reach, signal, timeoutMs = timeoutMsDefault, clock = Date.now } = options
  const health = createHealth(clock, slowMs)
  const connection: SignerConnection = {
    reach,
    timeoutMs,
    health,
    ...(signal === undefined ? {} : { signal }),
  }
  return {
    keys: async () => read(await call(connection, '/v1/keys', null), keysOf),
    async status(destination) {
      const named = destination === undefined ? '' : `?to=${encodeURIComponent(destination)}`
      return read(await call(connection, `/v1/status${named}`, null), statusOf)
    },
    async sign({ approval, mac, spend }, asker) {
      const answer = await call(connection, '/v1/sign', { approval, mac, ...asker, spend })
      return read(answer, (value) => {
        const bytes = bytesOf(value)
        const book = fieldsOf(value)['book']
        return bytes === null || !isWhole(book) ? null : { ...bytes, book }
      })
    },
    async voidId({ id, hold }, { bookAtLeast }) {
      return read(await call(connection, '/v1/void', { id, hold, bookAtLeast }), voidingOf)
    },
    async addToken({ token, mac }, asker) {
      return read(await call(connection, '/v1/tokens', { token, mac, ...asker }), (value) => {
        const { book } = fieldsOf(value)
        return isWhole(book) ? { book } : null
      })
    },
    async signedUnder(id) {
      const answer = await call(connection, `/v1/signed/${encodeURIComponent(id)}`, null)
      return read(answer, (value) => {
        const { attempts } = fieldsOf(value)
        if (!Array.isArray(attempts)) return null
        const all = attempts.map(bytesOf).filter((bytes) => bytes !== null)
        return all.length === attempts.length ? all : null
      })
    },
    health: () => health.read(),
  }
}

function read<T>(
  answer: SignerAnswer<unknown>,
  reader: (value: unknown) => T | null,
): SignerAnswer<T> {
  if (answer.status !== 'done') return answer
  const value = reader(answer.value)
  return value === null ? unknown('invalid reply') : { status: 'done', value }
}

function bytesOf(value: unknown): SignedBytes | null {
  const { txid, raw } = fieldsOf(value)
  if (typeof txid !== 'string' || !/^(?:0x)?[0-9a-f]{64}$/.test(txid)) return null
  if (typeof raw !== 'string' || !/^(?:0x)?(?:[0-9a-f]{2})+$/.test(raw)) return null
  return { txid, raw }
}

function voidingOf(value: unknown): SignerVoiding | null {
  const { isVoid, paidBy, book } = fieldsOf(value)
  if (typeof isVoid !== 'boolean' || !isWhole(book)) return null
  return paidBy === null || typeof paidBy === 'string' ? { isVoid, paidBy, book } : null
}

function keysOf(value: unknown): SignerKeys | null {
  const { bitcoin, evm } = fieldsOf(value)
  const ours = familyOf(bitcoin)
  const theirs = familyOf(evm)
  const { network } = fieldsOf(bitcoin)
  if (ours === null || theirs === null || typeof network !== 'string') return null
  return { bitcoin: { ...ours, network }, evm: theirs }
}

function familyOf(value: unknown): FamilyKeys | null {
  const { path, key, hotWallet } = fieldsOf(value)
  if (typeof path !== 'string' || typeof key !== 'string') return null
  return typeof hotWallet === 'string' ? { path, key, hotWallet } : null
}

function statusOf(value: unknown): SignerStatus | null {
  const { book, tripped, isBroken } = fieldsOf(value)
  if (!isWhole(book) || typeof isBroken !== 'boolean') return null
  const caps = capsOf(fieldsOf(value)['caps'])
  const spent = spentOf(fieldsOf(value)['caps'])
  const votes = votesOf(fieldsOf(value)['votes'])
  if (tripped === null) return { book, tripped, isBroken, caps, votes, spent }
  const { cap, currency } = fieldsOf(tripped)
  const stopped = { cap: String(cap), currency: String(currency) }
  return { book, isBroken, tripped: stopped, caps, votes, spent }
}

function votesOf(value: unknown): SignerVoteRule | null {
  const { needed, from } = fieldsOf(value)
  if (!isWhole(needed)) return null
  const limits = Object.entries(fieldsOf(from)).flatMap(([currency, amount]) =>
    isAmount(amount) ? [[currency, amount] as const] : [],
  )
  return { needed, from: new Map(limits) }
}

function capsOf(value: unknown): ReadonlyMap<string, SignerCaps> {
  const listed: readonly unknown[] = Array.isArray(value) ? value : []
  return new Map(
    listed.flatMap((one): readonly (readonly [string, SignerCaps])[] => {
      const { currency, transaction, hour, day } = fieldsOf(one)
      const { destinationDay } = fieldsOf(one)
      const most = { hour: fieldsOf(hour)['most'], day: fieldsOf(day)['most'] }
      const caps = { transaction, ...most, destinationDay }
      return typeof currency === 'string' && areCaps(caps) ? [[currency, caps]] : []
    }),
  )
}

function spentOf(value: unknown): ReadonlyMap<string, SignerSpent> {
  const listed: readonly unknown[] = Array.isArray(value) ? value : []
  return new Map(
    listed.flatMap((one): readonly (readonly [string, SignerSpent])[] => {
      const { currency, hour: ofHour, day: ofDay, destination } = fieldsOf(one)
      const [hour, day] = [fieldsOf(ofHour)['spent'], fieldsOf(ofDay)['spent']]
      const to = fieldsOf(destination)['spent'] ?? null
      if (typeof currency !== 'string' || !isAmount(hour) || !isAmount(day)) return []
      return [[currency, { hour, day, destinationDay: isAmount(to) ? to : null }]]
    }),
  )
}

function areCaps(caps: Readonly<Record<keyof SignerCaps, unknown>>): caps is SignerCaps {
  const { destinationDay, ...always } = caps
  return (
    Object.values(always).every(isAmount) && (destinationDay === null || isAmount(destinationDay))
  )
}

function isAmount(text: unknown): text is string {
  return typeof text === 'string' && /^\d+(?:\.\d+)?$/.test(text)
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
