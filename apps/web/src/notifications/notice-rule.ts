/** Which notices are said in a toast, and which ones the page that is open says by itself. */

/** The trading page tells of its own orders, with their receipt. */
const ordersOfTrade: ReadonlySet<string> = new Set(['order_filled', 'order_canceled'])

/** How long after a deed of one's own its notice may come. */
const deedMs = 10_000

/** What a person can do on a page that says by itself how it went. */
export type Deed = 'password_changed' | 'two_factor_on' | 'two_factor_off'

export type NoticeRule = {
  /**
   * Begins a deed of this page: its notice is not said again. To be called before the server is asked,
   * since the notice may be faster than the answer; what it returns takes the deed back.
   */
  readonly begin: (deed: Deed) => () => void
  /** Whether a notice is said in a toast; a deed of this page answers for one notice. */
  readonly isSaid: (about: string, path: string) => boolean
}

/** Returns a rule of its own; `nowMs` is any clock that does not run backwards. */
export function noticeRule(nowMs: () => number = () => performance.now()): NoticeRule {
  const deeds = new Map<string, number>()
  return {
    begin: (deed) => {
      deeds.set(deed, nowMs())
      return () => deeds.delete(deed)
    },
    isSaid: (about, path) => {
      const beganMs = deeds.get(about)
      deeds.delete(about)
      if (beganMs !== undefined && nowMs() - beganMs < deedMs) return false
      return !(ordersOfTrade.has(about) && /^\/markets\/\d/.test(path))
    },
  }
}

/** The rule of this page. */
export const ownNotices = noticeRule()
