/** How the markets went within the last day, for small curves: one call for all of them. */
import { useEffect } from 'react'
import { isRecord, type JsonRecord } from '../api/json.ts'
import { type RawOutcome, send } from '../api/request.ts'
import { createResource, useResource } from '../api/resource.ts'
import { readCourses } from './wire-reading.ts'

/** A step of a curve is an hour; between two loads its last point follows the live price. */
const reloadMs = 300_000

export type Course = {
  /** When the first price stood, milliseconds since 1970. */
  readonly fromMs: number
  readonly toMs: number
  /** Decimal texts at even steps. */
  readonly prices: readonly string[]
}

function bodyOf(outcome: RawOutcome): JsonRecord {
  if (!outcome.ok || !isRecord(outcome.body)) throw new Error('the last day did not come')
  return outcome.body
}

const courses = createResource<ReadonlyMap<string, Course>>(async () =>
  readCourses(bodyOf(await send({ host: 'api', method: 'GET', path: '/chart/last-day' }))),
)

const none: ReadonlyMap<string, Course> = new Map()

/** The courses by pair; null while they are on their way, none where they do not come. */
export function useCourses(): ReadonlyMap<string, Course> | null {
  const loaded = useResource(courses)
  useEffect(() => {
    const timer = setInterval(courses.reload, reloadMs)
    return () => clearInterval(timer)
  }, [])
  if (loaded.state === 'loading') return null
  return loaded.state === 'ready' ? loaded.value : none
}
