/** The operator's announcement about a currency, in its wallet: start, reason, end. */
import { announcementMessages, formatDateMinute } from '@tukar/i18n'
import { pageTranslator } from '../app/translate.ts'
import { Banner } from '../ui/feedback.tsx'
import { More } from './announcement-strip.tsx'
import { useCurrencyNotices } from './announcements-store.ts'

const t = pageTranslator(announcementMessages)

/** The announcements of a currency; empty if there are none. */
export function WalletNotice({ symbol }: { readonly symbol: string }) {
  const notices = useCurrencyNotices(symbol)
  return notices.map((notice) => (
    <Banner key={notice.key} tone={notice.isWarning ? 'warn' : 'info'} isSpoken>
      <strong>{notice.text}</strong>
      <p>
        {t('since', { time: formatDateMinute(notice.startsAt) })}
        {notice.endsAt !== null && <>. {t('until', { time: formatDateMinute(notice.endsAt) })}</>}.{' '}
        <More announcement={notice} />
      </p>
    </Banner>
  ))
}
