/** Which notices are said in a toast, and which ones the page that is open says by itself. */

/** How long after a deed of one's own its notice may come. */
const noticeDelayMs = 10_000

/** What a person can do on a page that says by itself how it went. */
export type NotifiedAction =
  | 'password_changed'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'order_canceled'
  | 'bank_saved'
  | 'bank_changed'
  /** Told by the pages of the identity check, which lead on. */
  | 'kyc_approved'

/** One deed of these may end many orders, and has a notice for each. */
const repeatedActions: ReadonlySet<string> = new Set<NotifiedAction>(['order_canceled'])

/** What a notice says: the server's word for what happened, and the sentence. */
export type Notice = { readonly about: string; readonly text: string }

export type NoticeRule = {
  /**
   * Begins a deed of this page: its notice is not said again. To be called before the server is asked,
   * since the notice may be faster than the answer; what it returns takes the deed back.
   */
  readonly begin: (action: NotifiedAction) => () => void
  /** Whether a notice is said in a toast on the page at a path. */
  readonly isShown: (notice: Notice, path: string) => boolean
}

/** Returns a rule of its own; `nowMs` is any clock that does not run backwards. */
export function createNoticeRule(nowMs: () => number = () => performance.now()): NoticeRule {
  const startedMs = new Map<string, number>()
  return {
    begin: (action) => {
      startedMs.set(action, nowMs())
      return () => startedMs.delete(action)
    },
    isShown: (notice, path) => {
      const { about } = notice
      const beganMs = startedMs.get(about)
      if (!repeatedActions.has(about)) startedMs.delete(about)
      if (beganMs !== undefined && nowMs() - beganMs < noticeDelayMs) return false
      return !isFillOfPage(notice, path) && !isOfIdentityPage(notice, path)
    },
  }
}

/**
 * Whether a trading page says this by itself: it tells of the fills of its own pair, with what arrived.
 * The sentence names the pair as people write it, the address with a low line.
 */
function isFillOfPage({ about, text }: Notice, path: string): boolean {
  const pair = /^\/markets\/\d+\/([^/]+)/.exec(path)?.[1]?.replace('_', '/')
  return about === 'order_filled' && pair !== undefined && text.split(' ').includes(pair)
}

/** Whether the pages of the identity check say this by themselves (KYC-38 to KYC-40). */
function isOfIdentityPage({ about }: Notice, path: string): boolean {
  return about.startsWith('kyc_') && /^\/kyc(?:\/|$)/.test(path)
}

/** The rule of this page. */
export const pageNotices = createNoticeRule()
