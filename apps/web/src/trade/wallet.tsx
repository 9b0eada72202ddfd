/** The tab "Wallet": balances with available, in-process and total amounts; live. */
import { formatAmount, balanceMessages } from '@tukar/i18n'
import { useState } from 'react'
import { pageTranslator } from '../app/translate.ts'
import { AssetIcon } from '../ui/asset-icon.tsx'
import { TextButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EmptyState, ErrorState } from '../ui/feedback.tsx'
import { useWallet } from './balances.ts'
import { HoldsDialog } from './orders/holds-dialog.tsx'
import styles from './orders/own-lists.module.css'
import { computeTotal } from '../wallets/wallet-value.ts'
import type { Balance } from './wire.ts'

const t = pageTranslator(balanceMessages)

/** The list of balances. */
export function WalletList() {
  const { balances, state, retry } = useWallet()
  const [selected, setSelected] = useState<Balance | null>(null)
  if (state === 'error') {
    return <ErrorState title={t('walletFailed')} text={t('balancesSafe')} onRetry={retry} />
  }
  return (
    <>
      <DataTable<Balance>
        caption={t('walletCaption')}
        columns={buildColumns(setSelected)}
        rows={balances}
        rowKey={(balance) => balance.symbol}
        state={state}
        empty={<EmptyState icon="wallet">{t('noBalances')}</EmptyState>}
        skeletonRows={5}
        rowHeightPx={34}
        className={classes(styles['table'], styles['balances'])}
      />
      <HoldsDialog balance={selected} onClose={() => setSelected(null)} />
    </>
  )
}

function buildColumns(ask: (balance: Balance) => void): readonly Column<Balance>[] {
  return [
    {
      key: 'currency',
      head: t('currency'),
      cell: ({ symbol, name, icon }) => (
        <span className={styles['asset']}>
          <AssetIcon symbol={symbol} source={icon} size={20} />
          <b>{symbol}</b>
          <span className={styles['quiet']}>{name}</span>
        </span>
      ),
    },
    {
      key: 'available',
      head: t('available'),
      align: 'end',
      cell: (balance) => formatAmount(balance.available, balance.decimals),
    },
    {
      key: 'held',
      head: t('inProcess'),
      align: 'end',
      cell: (balance) => <Held balance={balance} ask={ask} />,
    },
    {
      key: 'total',
      head: t('total'),
      align: 'end',
      isWideOnly: true,
      cell: (balance) => formatAmount(computeTotal(balance), balance.decimals),
    },
  ]
}

function Held({
  balance,
  ask,
}: {
  readonly balance: Balance
  readonly ask: (balance: Balance) => void
}) {
  const amount = formatAmount(balance.held, balance.decimals)
  if (!/[1-9]/.test(balance.held)) return <>{amount}</>
  return (
    <TextButton
      aria-label={t('whatHolds', { amount, currency: balance.symbol })}
      onClick={() => ask(balance)}
    >
      {amount}
    </TextButton>
  )
}
