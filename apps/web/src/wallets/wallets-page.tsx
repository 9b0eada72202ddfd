/** What a person holds: balances of every currency, live, and what holds the part that is in process. */
import { walletMessages } from '@tukar/i18n'
import { SettingsFrame } from '../accounts/settings-frame.tsx'
import { sayer } from '../app/say.ts'
import { BonusCard } from '../bonus/bonus-card.tsx'
import { exchangePlace } from '../markets/market.ts'
import { WalletList } from '../trade/wallet.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { useLiveBalances } from './use-live-balances.ts'
import styles from './wallets-page.module.css'

const say = sayer(walletMessages)

/** `/settings/wallets` */
export function WalletsPage() {
  useLiveBalances()
  return (
    <SettingsFrame title={say('title')} text={say('text')} help={<Help />}>
      <div className={styles['card']}>
        <WalletList />
      </div>
      <BonusCard />
    </SettingsFrame>
  )
}

function Help() {
  return (
    <>
      <h2>{say('helpTitle')}</h2>
      <p>{say('helpText')}</p>
      <h2>{say('exactTitle')}</h2>
      <p>{say('exactText')}</p>
      <ButtonLink {...exchangePlace} size="small">
        {say('trade')}
      </ButtonLink>
    </>
  )
}
