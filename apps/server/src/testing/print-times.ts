/** Prints the server's results for some moments, for a process with another time zone. */
import { ageOf } from '@tukar/wire'
import { periodAt } from '../modules/bonus/period.ts'
import { statementPeriod } from '../modules/statements/period.ts'
import { monthAt } from '../modules/tax/period.ts'
import { jakartaDayStart, jakartaTimeText } from '../platform/text/dates.ts'
import { wibDate, wibDayStartMs } from '../platform/time/day.ts'

const minuteMs = 60_000
/** New year's midnight in Jakarta, noon there, and the hour that summer time skips elsewhere. */
const moments = ['2025-12-31T17:00:00Z', '2026-01-01T05:00:00Z', '2026-03-08T07:30:00Z']

for (const moment of moments) {
  for (const timeMs of [-minuteMs, 0, minuteMs].map((by) => Date.parse(moment) + by)) {
    const created = [
      wibDate(timeMs),
      wibDayStartMs(timeMs),
      jakartaTimeText(timeMs),
      jakartaDayStart(wibDate(timeMs)),
      statementPeriod({}, timeMs),
      monthAt(timeMs),
      periodAt(timeMs),
      ageOf('2008-01-01', timeMs),
    ]
    process.stdout.write(`${JSON.stringify(created)}\n`)
  }
}
