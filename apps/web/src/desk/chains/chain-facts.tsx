/** The facts of a coin case. */
import { Fact, Facts } from '../cases/case-detail.tsx'
import type { ChainCase } from './chain-cases.ts'
import { chainText, coinText, t as tChain } from './chain-texts.ts'
import styles from '../desk.module.css'
import { momentText, t } from '../texts.ts'

/** The facts of a deposit or a withdrawal; addresses are shown in full. */
export function ChainFacts({ detail }: { readonly detail: ChainCase }) {
  const { amount, currency, chain, address, contract, createdAt } = detail
  return (
    <Facts>
      <Fact name={t('amount')}>{coinText(amount, currency)}</Fact>
      {detail.part === 'chain-withdrawals' && <WithdrawalAmounts detail={detail} />}
      <Fact name={tChain('chain')}>{chainText(chain)}</Fact>
      <Fact name={tChain(detail.part === 'chain-deposits' ? 'address' : 'toAddress')}>
        <code className={styles['hash']}>{address}</code>
      </Fact>
      {contract !== '' && (
        <Fact name={tChain('contract')}>
          <code className={styles['hash']}>{contract}</code>
        </Fact>
      )}
      {detail.part === 'chain-deposits' ? (
        <DepositFacts detail={detail} />
      ) : (
        <>
          <Fact name={tChain('receiver')}>
            {tChain(detail.hasReceiver ? 'receiverTold' : 'receiverMissing')}
          </Fact>
          <Fact name={tChain('sentBefore')}>{detail.sentBefore}</Fact>
        </>
      )}
      <Fact name={t('created')}>{momentText(createdAt)}</Fact>
    </Facts>
  )
}

function WithdrawalAmounts({ detail }: { readonly detail: ChainCase }) {
  const { fee, net, currency } = detail
  return (
    <>
      <Fact name={t('fee')}>{coinText(fee, currency)}</Fact>
      <Fact name={t('net')}>{coinText(net, currency)}</Fact>
    </>
  )
}

function DepositFacts({ detail }: { readonly detail: ChainCase }) {
  const { chainAmount, block, hasSender, life } = detail
  return (
    <>
      <Fact name={tChain('chainAmount')}>
        <code>{chainAmount}</code>
      </Fact>
      <Fact name={tChain('block')}>
        {block === null ? (
          tChain('inNoBlock')
        ) : (
          <code className={styles['hash']}>{tChain('inBlock', block)}</code>
        )}
      </Fact>
      <Fact name={tChain('sender')}>{tChain(hasSender ? 'senderTold' : 'senderMissing')}</Fact>
      {life > 1 && <Fact name={tChain('life')}>{tChain('lifeTimes', { count: life - 1 })}</Fact>}
    </>
  )
}
