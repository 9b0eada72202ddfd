/** Simulation only: the faucet, which sends real coins of a local chain to the user's address. */
import { coinMessages } from '@tukar/i18n'
import { useState } from 'react'
import { useBusy } from '../../accounts/use-busy.ts'
import { failureText } from '../../api/failure-text.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from './chains.module.css'
import { type ChainName, chainTitle, type Coin, depositChains } from './coin.ts'
import { requestFaucet } from './coin-calls.ts'
import { refreshCoins, useNetworks } from './use-coin.ts'

const t = pageTranslator(coinMessages)

/** The button, with a choice of the chain if there are several. */
export function FaucetButton({ coin }: { readonly coin: Coin }) {
  // Only the networks that the page accepts.
  const chains = depositChains(coin, useNetworks(coin).value ?? [])
  const [picked, setPicked] = useState<ChainName | null>(null)
  const { isBusy, run } = useBusy()
  const chain = picked ?? chains[0]
  if (chain === undefined) return null
  const ask = () =>
    run(async () => {
      const outcome = await requestFaucet(chain, coin.symbol)
      refreshCoins()
      if (!outcome.ok) return void toast('bad', failureText(outcome))
      const { msg } = outcome.body
      toast('good', msg === '' ? t('faucetSent', { symbol: coin.symbol }) : msg)
    })
  return (
    <div className={styles['faucet']}>
      <p>{t('faucetText', { symbol: coin.symbol })}</p>
      <div>
        {chains.length > 1 && (
          <Select
            label={t('faucetChain')}
            value={chain}
            options={chains.map((value) => ({ value, label: chainTitle(value) }))}
            onChange={setPicked}
          />
        )}
        <Button isBusy={isBusy} onClick={ask}>
          {t(isBusy ? 'faucetSending' : 'faucetAsk', { symbol: coin.symbol })}
        </Button>
      </div>
    </div>
  )
}
