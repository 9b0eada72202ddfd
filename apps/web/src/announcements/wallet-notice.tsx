/** What the operator announces about a currency, at its wallet: since when, why, until when. */
import { announcementMessages, formatDateMinute } from '@tukar/i18n'
import { sayer } from '../app/translate.ts'
import { Banner } from '../ui/feedback.tsx'
import { More } from './announcement-strip.tsx'
import { useCurrencyNotices } from './announcements-store.ts'

const say = sayer(announcementMessages)

/** The notices of a currency; nothing where there are none. */
export function WalletNotice({ symbol }: { readonly symbol: string }) {
  const notices = useCurrencyNotices(symbol)
  return notices.map((notice) => (
    <Banner key={notice.key} tone={notice.isWarning ? 'warn' : 'info'} isSpoken>
      <strong>{notice.text}</strong>
      <p>
        {say('since', { time: formatDateMinute(notice.startsAt) })}
        {notice.endsAt !== null && <>. {say('until', { time: formatDateMinute(notice.endsAt) })}</>}
        . <More announcement={notice} />
      </p>
    </Banner>
  ))
}
