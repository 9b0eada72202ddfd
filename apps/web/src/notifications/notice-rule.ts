/** Decides which notifications appear as a toast, and which the open page already shows. */

/** How long after a user's action its notification may arrive. */
const noticeDelayMs = 10_000

/** Actions whose result the page itself shows. */
export type NotifiedAction =
  | 'password_changed'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'order_canceled'
  | 'bank_saved'
  | 'bank_changed'
  /** Shown by the pages of the identity check, which redirect. */
  | 'kyc_approved'

/** One of these actions can end many orders, and each order has a notification. */
const repeatedActions: ReadonlySet<string> = new Set<NotifiedAction>(['order_canceled'])

/** The server's code of the event, and the text. */
export type Notice = { readonly about: string; readonly text: string }

export type NoticeRule = {
  /**
   * Registers an action of this page, whose notification is not shown again. Call it before the server is
   * called, because the notification may arrive before the answer. The returned function cancels the
   * registration.
   */
  readonly suppress: (action: NotifiedAction) => () => void
  /** Whether a notification is shown as a toast on the page at a path. */
  readonly isShown: (notice: Notice, path: string) => boolean
}

/** Creates an independent rule; `nowMs` is any monotonic clock. */
export function createNoticeRule(nowMs: () => number = () => performance.now()): NoticeRule {
  const startedMs = new Map<string, number>()
  return {
    suppress: (action) => {
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
 * Whether a trading page already shows this: it reports the fills of its own pair. The sentence has the pair
 * with a slash, the path with an underscore.
 */
function isFillOfPage({ about, text }: Notice, path: string): boolean {
  const pair = /^\/markets\/\d+\/([^/]+)/.exec(path)?.[1]?.replace('_', '/')
  return about === 'order_filled' && pair !== undefined && text.split(' ').includes(pair)
}

/** Whether the pages of the identity check already show this (KYC-38 to KYC-40). */
function isOfIdentityPage({ about }: Notice, path: string): boolean {
  return about.startsWith('kyc_') && /^\/kyc(?:\/|$)/.test(path)
}

/** The rule of this page. */
export const pageNotices = createNoticeRule()
