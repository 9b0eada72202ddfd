/**
 * Every screen at the desk, on the tablet and on the phone. Each is seen in both languages and both
 * themes, and as guest and as user where both may see it; over all screens any two of width,
 * language, theme and viewer meet.
 */
import { type Screen, screens, screensFor } from '../harness/screens.ts'
import { registerRoutesSuite } from './routes-suite.ts'

const sizes = {
  desk: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
} as const

/** Of each of the two sets a screen takes all three, and its neighbor those of the other set. */
const sets = [
  [
    { ...sizes.desk, language: 'en', theme: 'dark', viewer: 'guest' },
    { ...sizes.tablet, language: 'en', theme: 'light', viewer: 'user' },
    { ...sizes.phone, language: 'id', theme: 'dark', viewer: 'user' },
  ],
  [
    { ...sizes.desk, language: 'id', theme: 'light', viewer: 'user' },
    { ...sizes.tablet, language: 'id', theme: 'dark', viewer: 'guest' },
    { ...sizes.phone, language: 'en', theme: 'light', viewer: 'guest' },
  ],
] as const

const viewers = ['guest', 'user'] as const

/** Screens that not every width has are seen in both sets. */
const isInSet = (screen: Screen, set: number) =>
  screen.belowPx !== undefined ||
  screen.fromPx !== undefined ||
  screens.indexOf(screen) % sets.length === set

registerRoutesSuite(
  sets.flatMap((rows, set) =>
    rows.flatMap(({ viewer: wanted, ...looks }) =>
      viewers.map((viewer) => ({
        looks,
        viewer,
        seen: screensFor(viewer, looks.width).filter(
          (screen) =>
            isInSet(screen, set) && (viewer === wanted || !screen.viewers.includes(wanted)),
        ),
      })),
    ),
  ),
)
