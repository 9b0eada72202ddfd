/** What a case of coins is about. */
import { Fact, Facts } from '../cases/case-detail.tsx'
import type { ChainCase } from './chain-cases.ts'
import { chainText, coinText, say as sayChain } from './chain-words.ts'
import styles from '../desk.module.css'
import { momentText, say } from '../texts.ts'

/** The facts, those of deposits and of withdrawals each where they belong; addresses stand in full. */
export function ChainFacts({ detail }: { readonly detail: ChainCase }) {
  const { amount, currency, chain, address, contract, createdAt } = detail
  return (
    <Facts>
      <Fact name={say('amount')}>{coinText(amount, currency)}</Fact>
      {detail.part === 'chain-withdrawals' && <WithdrawalAmounts detail={detail} />}
      <Fact name={sayChain('chain')}>{chainText(chain)}</Fact>
      <Fact name={sayChain(detail.part === 'chain-deposits' ? 'address' : 'toAddress')}>
        <code className={styles['hash']}>{address}</code>
      </Fact>
      {contract !== '' && (
        <Fact name={sayChain('contract')}>
          <code className={styles['hash']}>{contract}</code>
        </Fact>
      )}
      {detail.part === 'chain-deposits' ? (
        <DepositFacts detail={detail} />
      ) : (
        <>
          <Fact name={sayChain('receiver')}>
            {sayChain(detail.hasReceiver ? 'receiverTold' : 'receiverMissing')}
          </Fact>
          <Fact name={sayChain('sentBefore')}>{detail.sentBefore}</Fact>
        </>
      )}
      <Fact name={say('created')}>{momentText(createdAt)}</Fact>
    </Facts>
  )
}

function WithdrawalAmounts({ detail }: { readonly detail: ChainCase }) {
  const { fee, net, currency } = detail
  return (
    <>
      <Fact name={say('fee')}>{coinText(fee, currency)}</Fact>
      <Fact name={say('net')}>{coinText(net, currency)}</Fact>
    </>
  )
}

function DepositFacts({ detail }: { readonly detail: ChainCase }) {
  const { chainAmount, block, hasSender, life } = detail
  return (
    <>
      <Fact name={sayChain('chainAmount')}>
        <code>{chainAmount}</code>
      </Fact>
      <Fact name={sayChain('block')}>
        {block === null ? (
          sayChain('inNoBlock')
        ) : (
          <code className={styles['hash']}>{sayChain('inBlock', block)}</code>
        )}
      </Fact>
      <Fact name={sayChain('sender')}>{sayChain(hasSender ? 'senderTold' : 'senderMissing')}</Fact>
      {life > 1 && (
        <Fact name={sayChain('life')}>{sayChain('lifeTimes', { count: life - 1 })}</Fact>
      )}
    </>
  )
}
