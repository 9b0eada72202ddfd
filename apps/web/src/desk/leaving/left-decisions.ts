/**
 * Decisions that were sent as the console was left. Nobody saw what the exchange answered, so each is kept on the device until
 * its end is known: the next visit sends it again, or says that nobody knows.
 */
import { isRecord, type JsonRecord, parseJson, textAt } from '../../api/json.ts'
import { recordAt } from '../wire-reading.ts'

export type LeftDecision = {
  /** Whose it is: nobody else sends it again. */
  readonly userId: number
  /** What was decided, in words. */
  readonly title: string
  readonly path: string
  readonly body: unknown
  readonly atMs: number
}

export type LeftStore = {
  /** What these operator's decisions are whose end nobody knows, the oldest first. */
  readonly of: (userId: number) => readonly LeftDecision[]
  readonly keep: (decision: LeftDecision) => void
  readonly forget: (decision: LeftDecision) => void
}

const storeKey = 'tukar.desk.leaving'
/** More do not wait at once; what is beyond was not written by us. */
const leftMax = 20

/** Keeps them in a storage of the device; one that keeps nothing forgets them with the page. */
export function createLeft(storage: () => Pick<Storage, 'getItem' | 'setItem'>): LeftStore {
  const read = (): readonly LeftDecision[] => {
    try {
      return readLeft(storage().getItem(storeKey))
    } catch {
      return []
    }
  }
  const write = (decisions: readonly LeftDecision[]) => {
    try {
      storage().setItem(storeKey, JSON.stringify(decisions.slice(-leftMax)))
    } catch {
      // Nobody can be told of it later.
    }
  }
  const isOther = (one: LeftDecision) => (other: LeftDecision) =>
    one.path !== other.path || one.atMs !== other.atMs
  return {
    of: (userId) => read().filter((one) => one.userId === userId),
    keep: (decision) => write([...read(), decision]),
    forget: (decision) => write(read().filter(isOther(decision))),
  }
}

/** Reads what was kept; what is none of ours is left out. */
export function readLeft(text: string | null): readonly LeftDecision[] {
  const told = text === null ? null : parseJson(text)
  const rows: readonly unknown[] = Array.isArray(told) ? told : []
  return rows.flatMap((row) => {
    if (!isRecord(row)) return []
    const [userId, atMs] = [Number(row['userId']), Number(row['atMs'])]
    const [title, path] = [textAt(row, 'title'), textAt(row, 'path')]
    const isOurs = Number.isSafeInteger(userId) && Number.isFinite(atMs) && pathGrammar.test(path)
    return isOurs ? [{ userId, title, path, body: row['body'], atMs }] : []
  })
}

/** A path below `/desk/`, without a way out of it. */
const pathGrammar = /^[\w-]+(?:\/[\w-]+)*$/

/** What a decision that was left is told as. */
export type LeftEnd = 'done' | 'over' | 'failed' | 'unknown'

/** Sent again so late at most: by then the case is another one. */
const againMs = 15 * 60_000

/**
 * Whether it may be sent again: a case that was decided meanwhile refuses that. What can be turned both ways, as a lock,
 * would be turned against whoever turned it back.
 */
export function maySendAgain({ path, atMs }: LeftDecision, nowMs: number): boolean {
  return path.endsWith('/decide') && nowMs - atMs < againMs
}

/** Where its case is read; null where none is read alone. */
export function caseOf({ path }: LeftDecision): string | null {
  const at = path.replace(/\/decide$/, '')
  return at.startsWith('operators/') ? null : at
}

/** Whether a case as it is now takes the decision no more: by what was sent while leaving, mostly. */
export function isOver({ body }: LeftDecision, shown: JsonRecord): boolean {
  const can = recordAt(shown, 'data')['can']
  const decision = isRecord(body) ? body['decision'] : undefined
  return Array.isArray(can) && !can.includes(decision)
}

/** Refusals that say that it was done, by him or by somebody else. */
const overCodes: readonly string[] = ['desk.already_decided', 'desk.same_operator']

/** The end of one that was sent again, by what the exchange answered; null: it is not known yet, and asked about later. */
export function endOf(
  answer:
    | { readonly ok: true }
    | { readonly ok: false; readonly kind: string; readonly code: string },
): LeftEnd | null {
  if (answer.ok) return 'done'
  if (answer.kind !== 'refused') return answer.kind === 'role' ? 'failed' : null
  return overCodes.includes(answer.code) ? 'over' : 'failed'
}
