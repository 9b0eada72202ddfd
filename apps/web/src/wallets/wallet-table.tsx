/**
 * The table of balances (WAL-01 to WAL-08): the balance of each currency, its value, and the deposit and
 * withdrawal links.
 */
import { formatRupiah, balanceMessages, walletMessages } from '@tukar/i18n'
import { useState } from 'react'
import { pageTranslator } from '../app/translate.ts'
import { HoldsDialog } from '../trade/orders/holds-dialog.tsx'
import type { Balance } from '../trade/wire.ts'
import { AssetIcon } from '../ui/asset-icon.tsx'
import { ButtonLink, TextButton } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EmptyState, VisuallyHidden } from '../ui/feedback.tsx'
import type { PageRoute } from '../router/page-routes.ts'
import { findCurrencyPage } from './currency-page.ts'
import { type DigitChoice, shownAmount } from './wallet-digits.ts'
import { toDecimal, type Valued } from './wallet-value.ts'
import styles from './wallets-page.module.css'

const t = pageTranslator(walletMessages)
const tBalance = pageTranslator(balanceMessages)

const rowHeightPx = 64
const skeletonRows = 5

export type WalletTableProps = {
  readonly rows: readonly Valued[]
  readonly state: 'loading' | 'error' | 'ready'
  readonly onRetry: () => void
  readonly digits: DigitChoice
}

/** The table. */
export function WalletTable({ rows, state, onRetry, digits }: WalletTableProps) {
  const [selected, setSelected] = useState<Balance | null>(null)
  return (
    <>
      <DataTable<Valued>
        caption={tBalance('walletCaption')}
        columns={createColumns(digits, setSelected)}
        rows={rows}
        rowKey={({ balance }) => balance.symbol}
        state={state}
        error={tBalance('walletFailed')}
        onRetry={onRetry}
        empty={<EmptyState icon="wallet">{tBalance('noBalances')}</EmptyState>}
        skeletonRows={skeletonRows}
        rowHeightPx={rowHeightPx}
        className={styles['table']}
      />
      <HoldsDialog balance={selected} onClose={() => setSelected(null)} />
    </>
  )
}

function worthText(worth: bigint | null): string {
  return formatRupiah(worth === null ? null : toDecimal(worth))
}

function createColumns(
  digits: DigitChoice,
  ask: (balance: Balance) => void,
): readonly Column<Valued>[] {
  return [
    {
      key: 'currency',
      head: tBalance('currency'),
      cell: ({ balance: { symbol, name, icon } }) => (
        <span className={styles['asset']}>
          <AssetIcon symbol={symbol} source={icon} size={28} />
          <span>
            <b>{symbol}</b>
            <small>{name}</small>
          </span>
        </span>
      ),
    },
    {
      key: 'available',
      head: tBalance('available'),
      align: 'end',
      isWideOnly: true,
      className: styles['part'],
      cell: ({ balance }) => shownAmount(balance.available, balance.decimals, digits),
    },
    {
      key: 'held',
      head: tBalance('inProcess'),
      align: 'end',
      isWideOnly: true,
      className: styles['part'],
      cell: ({ balance }) => <Held balance={balance} digits={digits} ask={ask} />,
    },
    {
      key: 'total',
      head: tBalance('total'),
      align: 'end',
      cell: ({ balance, total, worth }) => (
        <span className={styles['total']}>
          <b>{shownAmount(total, balance.decimals, digits)}</b>
          <small className={styles['belowTotal']} data-part="worth">
            {worthText(worth)}
          </small>
          {/[1-9]/.test(balance.held) && (
            <small className={styles['belowTotal']} data-part="held">
              {tBalance('inProcess')} <Held balance={balance} digits={digits} ask={ask} />
            </small>
          )}
        </span>
      ),
    },
    {
      key: 'worth',
      head: t('worth'),
      align: 'end',
      isWideOnly: true,
      className: styles['worth'],
      cell: ({ worth }) => worthText(worth),
    },
    {
      key: 'ways',
      head: <VisuallyHidden>{t('ways')}</VisuallyHidden>,
      align: 'end',
      skeletonWidth: 140,
      cell: ({ balance }) => <TransferLinks symbol={balance.symbol} />,
    },
  ]
}

function Held({
  balance,
  digits,
  ask,
}: {
  readonly balance: Balance
  readonly digits: DigitChoice
  readonly ask: (balance: Balance) => void
}) {
  const { held, decimals, symbol } = balance
  const amount = shownAmount(held, decimals, digits)
  if (!/[1-9]/.test(held)) return <>{amount}</>
  return (
    <TextButton
      aria-label={tBalance('whatHolds', { amount, currency: symbol })}
      onClick={() => ask(balance)}
    >
      {amount}
    </TextButton>
  )
}

/** The deposit and withdrawal links of a currency (WAL-02). */
function TransferLinks({ symbol }: { readonly symbol: string }) {
  return (
    <span className={styles['ways']}>
      <ButtonLink {...findLink(symbol, 'deposit')} size="small">
        {t('deposit')}
        <VisuallyHidden> {symbol}</VisuallyHidden>
      </ButtonLink>
      <ButtonLink {...findLink(symbol, 'withdraw')} size="small">
        {t('withdraw')}
        <VisuallyHidden> {symbol}</VisuallyHidden>
      </ButtonLink>
    </span>
  )
}

function findLink(symbol: string, direction: 'deposit' | 'withdraw'): PageRoute {
  const params = { currency: symbol }
  switch (findCurrencyPage(symbol)) {
    case 'rupiah':
      return { to: `/settings/wallets/idr_${direction}` }
    case 'bitcoin':
      return { to: `/settings/wallets/btc_${direction}` }
    case null:
      return { to: `/settings/wallets/$currency/${direction}`, params }
  }
}
