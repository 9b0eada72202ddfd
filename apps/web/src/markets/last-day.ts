/** How the markets went within the last day, for small curves: one call for all of them. */
import { useEffect } from 'react'
import { routes } from '@tukar/wire'
import { load } from '../api/call.ts'
import { createResource, useResource } from '../api/resource.ts'
import { readCourses } from './wire.ts'

/** A step of a curve is an hour; between two loads its last point follows the live price. */
const reloadMs = 300_000

export type Course = {
  /** When the first price stood, milliseconds since 1970. */
  readonly fromMs: number
  readonly toMs: number
  /** Decimal texts at even steps. */
  readonly prices: readonly string[]
}

const courses = createResource(() => load(routes.lastDay, {}, ({ data }) => readCourses(data)))

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
