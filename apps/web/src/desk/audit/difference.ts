/** The differences between two recorded states, key by key. */
import { isRecord, type JsonRecord } from '../../api/json.ts'

export type Difference = {
  /** Keys of nested states are joined by dots: `person.name`. */
  readonly key: string
  /** Null: the key did not exist. */
  readonly before: string | null
  /** Null: the key was removed. */
  readonly after: string | null
}

/** Deeper states are shown as JSON. */
const depthMax = 3

/** The changed facts; all facts if only one state is given. */
export function findDifferences(before: unknown, after: unknown): readonly Difference[] {
  const [was, is] = [flat(before), flat(after)]
  const keys = [...new Set([...was.keys(), ...is.keys()])]
  return keys.flatMap((key) => {
    const fact = { key, before: was.get(key) ?? null, after: is.get(key) ?? null }
    return fact.before === fact.after ? [] : [fact]
  })
}

function flat(state: unknown): ReadonlyMap<string, string> {
  return new Map(isRecord(state) ? toEntries(state, '', 1) : [])
}

function toEntries(state: JsonRecord, prefix: string, depth: number): readonly [string, string][] {
  return Object.entries(state).flatMap(([key, value]) => {
    const name = `${prefix}${key}`
    const isOpened = isRecord(value) && depth < depthMax
    return isOpened
      ? toEntries(value, `${name}.`, depth + 1)
      : [[name, typeof value === 'string' ? value : JSON.stringify(value)] as [string, string]]
  })
}
