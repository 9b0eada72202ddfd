/**
 * The user's address of a coin (EVMD-05 to EVMD-08, BTCD-01): requested once, then shown with its QR code and
 * a copy button. A simulation has a faucet that sends real coins of the local chain to it.
 */
import { coinMessages } from '@tukar/i18n'
import { useEffect, useRef, useState } from 'react'
import { useBusy } from '../../accounts/use-busy.ts'
import { MissingLink } from '../../agreement/missing-link.tsx'
import { findMissingByRefusal } from '../../agreement/verification-status.ts'
import { failureText } from '../../api/failure-text.ts'
import type { Failure } from '../../api/request.ts'
import { isSimulation } from '../../app/client-config.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Banner, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.tsx'
import { EligibilityNote, useEligibility } from '../eligibility-note.tsx'
import rupiahStyles from '../rupiah/rupiah.module.css'
import { AddressText } from './address-text.tsx'
import styles from './chains.module.css'
import { type Coin, chainTitle, depositChains } from './coin.ts'
import { requestAddress, type Family } from './coin-calls.ts'
import { CopyAddress } from './copy-address.tsx'
import { FaucetButton } from './faucet-button.tsx'
import { NoChain } from './no-chain.tsx'
import { QrCode } from './qr-code.tsx'
import { cacheAddress, refreshCoins, useAddress, useNetworks } from './use-coin.ts'

const t = pageTranslator(coinMessages)

/** The chains that share this coin's address. */
export function findFamily({ kind }: Pick<Coin, 'kind'>): Family {
  return kind === 'bitcoin' ? 'bitcoin' : 'ethereum'
}

/** The panel. */
export function AddressPanel({ coin }: { readonly coin: Coin }) {
  const family = findFamily(coin)
  const { value: address, isFailed, retry } = useAddress(family)
  return (
    <section className={rupiahStyles['card']} aria-labelledby="address-title">
      <h2 className={styles['panelTitle']} id="address-title">
        {t('addressTitle', { symbol: coin.symbol })}
      </h2>
      {isFailed ? (
        <ErrorState title={t('loadFailed')} text={t('loadFailedText')} onRetry={retry} />
      ) : address === undefined ? (
        <div className={styles['address']} aria-busy="true">
          <Skeleton width={200} height={200} />
          <Skeleton width="100%" height={96} />
        </div>
      ) : address === null ? (
        <AskForIt family={family} symbol={coin.symbol} />
      ) : (
        <Shown coin={coin} address={address} />
      )}
    </section>
  )
}

/** The longest time to install and start chains, and the interval of requests. */
const startingMs = 300_000
const askAgainMs = 2_000

/**
 * Requests an address, and retries while its chains start for the first time.
 *
 * @param wait called before each retry; false if the user left the page
 */
async function askUntilStarted(family: Family, wait: () => boolean) {
  const untilMs = performance.now() + startingMs
  for (;;) {
    const answer = await requestAddress(family)
    const isStarting = 'failure' in answer && answer.failure.code === 'chain.starting'
    if (!isStarting || performance.now() > untilMs || !wait()) return answer
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
}

function AskForIt({ family, symbol }: { readonly family: Family; readonly symbol: string }) {
  const { isBusy, run } = useBusy()
  const [refused, setRefused] = useState<Failure | null>(null)
  const [isStarting, setStarting] = useState(false)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const eligibility = useEligibility()
  const ask = () =>
    run(async () => {
      setRefused(null)
      const answer = await askUntilStarted(family, () => {
        setStarting(true)
        return isHere.current
      })
      setStarting(false)
      if (!('failure' in answer)) {
        if (answer.address !== null) cacheAddress(family, answer.address)
        refreshCoins()
        return
      }
      setRefused(answer.failure)
      if (findMissingByRefusal(answer.failure.code) === null)
        toast('bad', failureText(answer.failure))
    })
  const isGated = refused !== null && findMissingByRefusal(refused.code) !== null
  return (
    <div className={rupiahStyles['form']}>
      <p>{t(family === 'bitcoin' ? 'addressNoneBitcoin' : 'addressNoneEvm', { symbol })}</p>
      {isStarting && (
        <Banner tone="info" isSpoken>
          <strong>{t('chainsStarting')}</strong>
          <p>{t('chainsStartingText')}</p>
        </Banner>
      )}
      {isGated ? (
        <Banner tone="bad" isSpoken action={<MissingLink code={refused.code} />}>
          {failureText(refused)}
        </Banner>
      ) : (
        <EligibilityNote eligibility={eligibility} />
      )}
      <Button
        kind="primary"
        size="large"
        isWide
        isBusy={isBusy}
        onClick={() => {
          if (!eligibility.blocks()) ask()
        }}
      >
        {t(isBusy ? 'askingAddress' : 'askAddress')}
      </Button>
    </div>
  )
}

function Shown({ coin, address }: { readonly coin: Coin; readonly address: string }) {
  const { symbol } = coin
  const isBitcoin = coin.kind === 'bitcoin'
  return (
    <>
      <div className={styles['address']}>
        <QrCode text={address} label={t('qrLabel', { symbol })} />
        <div className={styles['addressBody']}>
          <p className={styles['caption']}>{t('yourAddress', { symbol })}</p>
          <AddressText address={address} />
          <div className={styles['addressActions']}>
            <CopyAddress address={address} isBitcoin={isBitcoin} />
          </div>
          <p className={styles['caption']}>{t('compareWhole')}</p>
        </div>
      </div>
      <SendOnly coin={coin} />
      {isSimulation && <FaucetButton coin={coin} />}
    </>
  )
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${t('or')} ${last}`
}

/** The coins and networks that the address accepts, or that its networks are unknown. */
function SendOnly({ coin }: { readonly coin: Coin }) {
  const { symbol } = coin
  const loaded = useNetworks(coin)
  const networks = depositChains(coin, loaded.value).map((chain) => chainTitle(chain))
  if (networks.length === 0) return <NoChain networks={loaded} />
  return (
    <p className={styles['only']}>
      <Icon name="warning" size={16} />
      <span>{t('sendOnly', { symbol, networks: listed(networks) })}</span>
    </p>
  )
}
