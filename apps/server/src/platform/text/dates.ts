/** Times in texts that leave the server without knowing the reader's zone. */

const jakartaTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Jakarta',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** A moment as `2026-03-01 07:00:00 WIB`: the exchange is at home in Jakarta (DEC-138). */
export function jakartaTimeText(moment: number): string {
  return `${jakartaTime.format(moment)} WIB`
}

/** The first millisecond of a day of Jakarta's calendar: "2026-03-01". */
export function jakartaDayStart(day: string): number {
  return Date.parse(`${day}T00:00:00+07:00`)
}
