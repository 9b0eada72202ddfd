/** The files that a guest will need next: those of the app and of the trading page. */
import { isRecord, parseJson } from '../api/json.ts'

const toTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/**
 * Returns the files to prefetch, from the list of `build/preload-pages.ts`. Empty if the user saves data, or
 * if the connection is so slow that prefetching would delay the page.
 *
 * @param line the browser's `navigator.connection`; not every browser has it
 */
export function filesAhead(list: string, line: unknown, isPhone: boolean): readonly string[] {
  if (isRecord(line)) {
    const { saveData, effectiveType } = line
    if (saveData === true) return []
    if (typeof effectiveType === 'string' && effectiveType.endsWith('2g')) return []
  }
  const known = parseJson(list)
  if (!isRecord(known) || !isRecord(known['app']) || !Array.isArray(known['pages'])) return []
  const trading = known['pages'].filter(isRecord).find(({ path }) => path === '^/markets/\\d') ?? {}
  const { script, files } = known['app']
  const wanted = [
    ...toTexts([script]),
    ...toTexts(files),
    ...toTexts(trading['files']),
    ...toTexts(trading[isPhone ? 'phone' : 'wide']),
    // Guests sign in next, so the files for members are useful on wide screens.
    ...(isPhone ? [] : toTexts(trading['own'])),
  ]
  return [...new Set(wanted)]
}
