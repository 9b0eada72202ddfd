/** Prices of all markets within the last day, for the small charts: one call for all of them. */
import { useEffect } from 'react'
import { routes } from '@tukar/wire'
import { load } from '../api/call.ts'
import { createResource, useResource } from '../api/resource.ts'
import { readCourses } from './wire.ts'

/** Points of the chart are an hour apart; between two loads the last point follows the live price. */
const reloadMs = 300_000

export type Course = {
  /** Time of the first price, in milliseconds since 1970. */
  readonly fromMs: number
  readonly toMs: number
  /** Decimal texts at equal intervals. */
  readonly prices: readonly string[]
}

const courses = createResource(() => load(routes.lastDay, {}, ({ data }) => readCourses(data)))

const none: ReadonlyMap<string, Course> = new Map()

/** The prices by pair; null while they load, empty after a failure. */
export function useCourses(): ReadonlyMap<string, Course> | null {
  const loaded = useResource(courses)
  useEffect(() => {
    const timer = setInterval(courses.reload, reloadMs)
    return () => clearInterval(timer)
  }, [])
  if (loaded.state === 'loading') return null
  return loaded.state === 'ready' ? loaded.value : none
}
