/** What the pages of depositing and withdrawing share: their frame, how the bank is, and failures. */
import { rupiahMessages } from '@tukar/i18n'
import { Link } from '../router/link.tsx'
import type { ReactNode } from 'react'
import { SettingsFrame } from '../accounts/settings/settings-frame.tsx'
import { WalletNotice } from '../announcements/wallet-notice.tsx'
import { sayer } from '../app/translate.ts'
import { Banner, ErrorState } from '../ui/feedback.tsx'
import type { RupiahRules } from './rupiah.ts'
import styles from './rupiah.module.css'

const say = sayer(rupiahMessages)

export type RupiahPageProps = {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

/** A page about rupiah below the wallets, with the way between them. */
export function RupiahPage({ title, text, children }: RupiahPageProps) {
  return (
    <SettingsFrame title={title} text={text}>
      <nav className={styles['ways']} aria-label={title}>
        <Link to="/settings/wallets" isExact>
          {say('toWallets')}
        </Link>
        <Link to="/settings/wallets/idr_deposit">{say('toDeposit')}</Link>
        <Link to="/settings/wallets/idr_withdraw">{say('toWithdraw')}</Link>
      </nav>
      <WalletNotice symbol="IDR" />
      {children}
    </SettingsFrame>
  )
}

/** How the bank is, where it is not well: before anything is filled in. */
export function GatewayNotice({ rules }: { readonly rules: RupiahRules | undefined }) {
  if (rules === undefined || rules.gateway === 'ok') return null
  const isDown = rules.gateway === 'down'
  return (
    <Banner tone={isDown ? 'bad' : 'warn'}>{say(isDown ? 'gatewayDown' : 'gatewaySlow')}</Banner>
  )
}

/** What a page shows in the place of a form whose rules did not come. */
export function RulesFailed({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className={styles['card']}>
      <ErrorState title={say('loadFailed')} text={say('loadFailedText')} onRetry={onRetry} />
    </div>
  )
}
