import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { detours } from '../harness/detours.ts'
import { root } from '../harness/paths.ts'
import { maintenanceScreen, screens, screensFor } from '../harness/screens.ts'
import { opposites, roundsOf, widths } from './rounds.ts'

const rotation = Array.from({ length: 40 }, (_, index) => roundsOf({ index, count: 40 }))

/** This file names every page of the app. */
const placesFile = 'apps/web/src/router/page-routes.ts'

test('each route of the app is a screen or leads on, for guests and for users', () => {
  const source = readFileSync(path.join(root, placesFile), 'utf8')
  const routes = [...source.matchAll(/^ {2}\| '([^']+)'$/gm)].map(([, route]) => route ?? '')
  assert.ok(routes.length > 15, `${routes.length} routes were found`)
  const known = new Set([
    ...[...screens, maintenanceScreen].flatMap(({ route, viewers }) =>
      viewers.map((viewer) => `${route} ${viewer}`),
    ),
    ...detours.map(({ route, viewer }) => `${route} ${viewer}`),
  ])
  for (const route of routes) {
    for (const viewer of ['guest', 'user']) assert.ok(known.has(`${route} ${viewer}`), route)
  }
})

test('R-50: a rotation shows each screen in each width, theme, language and to each viewer', () => {
  const shown = new Set(
    rotation
      .flat()
      .flatMap(({ display, viewer, seen }) =>
        seen.map(({ name }) =>
          [name, display.width, display.theme, display.language, viewer].join(),
        ),
      ),
  )
  const missing = widths.flatMap((width) =>
    opposites.flat().flatMap(({ theme, language, viewer }) =>
      screensFor(viewer, width)
        .map(({ name }) => [name, width, theme, language, viewer].join())
        .filter((look) => !shown.has(look)),
    ),
  )
  assert.deepEqual(missing, [])
})

test('R-50: each run checks each screen in a main width and in another one, unless the screen is for other widths', () => {
  for (const rounds of rotation) {
    for (const { name, fromPx, belowPx } of screens) {
      const times = rounds.filter(({ seen }) => seen.some((one) => one.name === name)).length
      if (fromPx === undefined && belowPx === undefined) assert.equal(times, 2, name)
      else assert.ok(times <= 2, name)
    }
  }
})
