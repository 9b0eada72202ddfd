/** The frame of the deposit and withdrawal pages: layout, state of the bank, and failures. */
import { rupiahMessages } from '@tukar/i18n'
import { Link } from '../../router/link.tsx'
import type { ReactNode } from 'react'
import { SettingsFrame } from '../../accounts/settings/settings-frame.tsx'
import { WalletNotice } from '../../announcements/wallet-notice.tsx'
import { pageTranslator } from '../../app/translate.ts'
import { Banner, ErrorState } from '../../ui/feedback.tsx'
import type { RupiahRules } from './rupiah.ts'
import styles from './rupiah.module.css'

const t = pageTranslator(rupiahMessages)

export type RupiahPageProps = {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

/** A rupiah page of the wallets, with tabs for deposit and withdrawal. */
export function RupiahPage({ title, text, children }: RupiahPageProps) {
  return (
    <SettingsFrame title={title} text={text}>
      <nav className={styles['ways']} aria-label={title}>
        <Link to="/settings/wallets" isExact>
          {t('toWallets')}
        </Link>
        <Link to="/settings/wallets/idr_deposit">{t('toDeposit')}</Link>
        <Link to="/settings/wallets/idr_withdraw">{t('toWithdraw')}</Link>
      </nav>
      <WalletNotice symbol="IDR" />
      {children}
    </SettingsFrame>
  )
}

/** Shows problems of the bank, before the user types anything. */
export function GatewayNotice({ rules }: { readonly rules: RupiahRules | undefined }) {
  if (rules === undefined || rules.gateway === 'ok') return null
  const isDown = rules.gateway === 'down'
  return <Banner tone={isDown ? 'bad' : 'warn'}>{t(isDown ? 'gatewayDown' : 'gatewaySlow')}</Banner>
}

/** Shown instead of a form whose rules failed to load. */
export function RulesFailed({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className={styles['card']}>
      <ErrorState title={t('loadFailed')} text={t('loadFailedText')} onRetry={onRetry} />
    </div>
  )
}
