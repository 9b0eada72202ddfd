/** The user's deposits (IDRD-05 to IDRD-07): payment link, upload of a proof, remaining time, and steps. */
import { rupiahMessages } from '@tukar/i18n'
import { useEffect, useState } from 'react'
import { serverNowMs } from '../../api/command-id.ts'
import { pageTranslator } from '../../app/translate.ts'
import { ButtonLink, OuterButtonLink } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/feedback.tsx'
import { type Deposit, shownRupiah, findLastState } from './rupiah.ts'
import styles from './rupiah.module.css'
import { timeLeft } from '../transfers/time-left.ts'
import { type Chip, TransferRow, TransferSection } from '../transfers/transfer-list.tsx'
import { useDeposits } from './use-rupiah.ts'

const t = pageTranslator(rupiahMessages)

const tickMs = 1_000

function toChip(deposit: Deposit): Chip {
  switch (findLastState(deposit)) {
    case 'created':
      return { text: t('chipMaking'), tone: 'neutral' }
    case 'paid':
      return { text: t('chipPaidChecking'), tone: 'accent' }
    case 'quarantined':
      return { text: t('chipChecked'), tone: 'warn' }
    case 'reversed':
      return { text: t('chipReturned'), tone: 'down' }
    default:
      if (deposit.status === 'PAID') return { text: t('chipPaid'), tone: 'up' }
      if (isProofLooked(deposit)) return { text: t('chipProof'), tone: 'warn' }
      return deposit.status === 'EXPIRED'
        ? { text: t('chipExpired'), tone: 'neutral' }
        : { text: t('chipPay'), tone: 'warn' }
  }
}

/** Whether operators review the proof of a payment that the bank has not reported. */
function isProofLooked({ status, steps }: Deposit): boolean {
  return status === 'PENDING' && steps.at(-1)?.cause === 'proof'
}

/** The list. */
export function DepositList() {
  const list = useDeposits()
  return (
    <TransferSection
      title={t('depositsTitle')}
      empty={t('depositsEmpty')}
      list={list}
      renderRow={(row) => <Row deposit={row} />}
    />
  )
}

function Row({ deposit }: { readonly deposit: Deposit }) {
  const { description, expiresAtMs } = deposit
  // A payment with a different amount is under review and must not be paid again.
  const isOpen = deposit.status === 'PENDING' && findLastState(deposit) !== 'quarantined'
  return (
    <TransferRow
      kind="deposit"
      row={deposit}
      chip={toChip(deposit)}
      about={
        <>
          {description !== '' && description !== 'deposit' && <span>{description}</span>}
          {isOpen && expiresAtMs !== null && <Countdown untilMs={expiresAtMs} />}
        </>
      }
      actions={deposit.status === 'PENDING' ? <Actions deposit={deposit} isOpen={isOpen} /> : null}
    />
  )
}

function Actions({ deposit, isOpen }: { readonly deposit: Deposit; readonly isOpen: boolean }) {
  const { id, invoiceUrl, hasFile } = deposit
  const amount = shownRupiah(deposit.amount)
  return (
    <>
      {isOpen && invoiceUrl !== null && (
        <OuterButtonLink
          href={invoiceUrl}
          {...(isProofLooked(deposit) ? {} : { kind: 'primary' as const })}
        >
          {t('payNow')}
          <VisuallyHidden>{` Rp ${amount}`}</VisuallyHidden>
        </OuterButtonLink>
      )}
      <ButtonLink to="/settings/wallets/idr_deposit/upload-file" search={{ id: Number(id) }}>
        {t(hasFile ? 'proofReplace' : 'proofAdd')}
        <VisuallyHidden>{` ${t('number', { id })}`}</VisuallyHidden>
      </ButtonLink>
      {hasFile && <span className={styles['quiet']}>{t('proofThere')}</span>}
    </>
  )
}

/** The remaining time of an invoice, by the second. */
function Countdown({ untilMs }: { readonly untilMs: number }) {
  const [nowMs, setNowMs] = useState(serverNowMs)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNowMs()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const left = timeLeft(untilMs - nowMs)
  return (
    <span role="timer" className={styles['timer']}>
      {left === null ? t('expiresNow') : t('expiresIn', { time: left })}
    </span>
  )
}
