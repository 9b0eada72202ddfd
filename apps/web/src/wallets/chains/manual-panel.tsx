/**
 * Claims a missing deposit by its transaction (EVMD-09 to EVMD-16): an explanation, then the form of the
 * coin's kind. The chain alone decides the owner and the amount (ATT-72).
 */
import { coinMessages } from '@tukar/i18n'
import { type SyntheticEvent, useId, useState } from 'react'
import { useBusy } from '../../accounts/use-busy.ts'
import { failureText } from '../../api/failure-text.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import rupiahStyles from '../rupiah/rupiah.module.css'
import styles from './chains.module.css'
import {
  type ChainName,
  chainTitle,
  type Coin,
  depositChains,
  type ManualForm,
  findManualForm,
} from './coin.ts'
import { claimDeposit, findChainId } from './coin-calls.ts'
import { NoChain } from './no-chain.tsx'
import { refreshCoins, useNetworks } from './use-coin.ts'

const t = pageTranslator(coinMessages)

/** The panel; empty if the coin's kind has no claim form (DEC-110). */
export function ManualPanel({ coin }: { readonly coin: Coin }) {
  const [isForm, setForm] = useState(false)
  const form = findManualForm(coin)
  const id = useId()
  if (form === null) return null
  return (
    <section className={rupiahStyles['card']} aria-labelledby={id}>
      <h2 className={styles['panelTitle']} id={id}>
        {t('manualTitle')}
      </h2>
      {isForm ? (
        <ClaimForm coin={coin} form={form} onDone={() => setForm(false)} />
      ) : (
        <>
          <p>{t('manualText', { symbol: coin.symbol })}</p>
          <div>
            <Button onClick={() => setForm(true)}>{t('manualOpen')}</Button>
          </div>
        </>
      )}
    </section>
  )
}

function useClaim(coin: Coin, onDone: () => void) {
  const networks = useNetworks(coin)
  const chains = depositChains(coin, networks.value)
  const [picked, setPicked] = useState<ChainName | null>(null)
  const chain = picked ?? chains[0] ?? null
  const [txhash, setHash] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { isBusy, run } = useBusy()
  const network = networks.value?.find((one) => one.chain === chain) ?? null
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const hash = txhash.trim()
    if (hash === '') return setError(t('emptyField'))
    if (chain === null) return
    run(async () => {
      const chainId = await findChainId(chain)
      if (chainId === null) {
        // The contract's text (EVMD-15), the same in both languages.
        toast('bad', 'Chain ID not found')
        return
      }
      const contract = network?.contract ?? null
      const failure = await claimDeposit(coin, { txhash: hash, chain, chainId, contract })
      if (failure !== null) {
        const text = failureText(failure)
        setError(text)
        toast('bad', text)
        return
      }
      toast('good', t('success'))
      refreshCoins()
      onDone()
    })
  }
  return {
    ways: networks,
    chains,
    chain,
    setChain: (next: ChainName) => {
      setPicked(next)
      setError(null)
    },
    txhash,
    setHash: (next: string) => {
      setHash(next)
      setError(null)
    },
    error,
    way: network,
    isBusy,
    submit,
  }
}

function ClaimForm({
  coin,
  form,
  onDone,
}: {
  readonly coin: Coin
  readonly form: ManualForm
  readonly onDone: () => void
}) {
  const claim = useClaim(coin, onDone)
  const contract = claim.way?.contract ?? null
  return (
    <form
      className={rupiahStyles['form']}
      noValidate
      aria-label={t('manualTitle')}
      data-form={form}
      onSubmit={claim.submit}
    >
      {claim.chain === null ? (
        <NoChain networks={claim.ways} />
      ) : claim.chains.length > 1 ? (
        <div className={styles['choice']}>
          <span className={styles['choiceLabel']}>{t('network')}</span>
          <Select
            label={t('network')}
            value={claim.chain}
            options={claim.chains.map((value) => ({ value, label: chainTitle(value) }))}
            onChange={claim.setChain}
          />
        </div>
      ) : (
        <p className={styles['caption']}>{t('overChain', { chain: chainTitle(claim.chain) })}</p>
      )}
      {form === 'token' && contract !== null && (
        <p className={styles['caption']}>
          {t('contract')} <code>{contract}</code>
        </p>
      )}
      <Field
        label={t('txhash')}
        note={t('txhashNote')}
        name="txhash"
        value={claim.txhash}
        error={claim.error}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="0x"
        onChange={(event) => claim.setHash(event.target.value)}
      />
      <div className={rupiahStyles['reviewActions']}>
        <Button size="large" disabled={claim.isBusy} onClick={onDone}>
          {t('cancelForm')}
        </Button>
        <Button
          type="submit"
          kind="primary"
          size="large"
          isBusy={claim.isBusy}
          disabled={claim.chain === null}
        >
          {t(claim.isBusy ? 'manualSending' : 'manualSend')}
        </Button>
      </div>
    </form>
  )
}
