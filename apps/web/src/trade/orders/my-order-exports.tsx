/** Files of all orders and fills for spreadsheets, downloaded by a button. */
import { exportMessages, taxMessages } from '@tukar/i18n'
import { useState } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { Button, Link } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type FileKind, buildFileName, type Outcome, saveFile } from './export-calls.ts'
import styles from './own-lists-export.module.css'

const t = pageTranslator(exportMessages)
const tTax = pageTranslator(taxMessages)

type Ended = { readonly outcome: Outcome; readonly name: string }

function outcomeText({ outcome, name }: Ended): string {
  return outcome === 'done' ? t('done', { name }) : t(outcome)
}

/** Two buttons and the outcome of the last download. */
export function MyOrderExports() {
  const [busy, setBusy] = useState<FileKind | null>(null)
  const [last, setLast] = useState<Ended | null>(null)
  const run = async (kind: FileKind) => {
    if (busy !== null) return
    setBusy(kind)
    setLast(null)
    const name = buildFileName(kind)
    const outcome = await saveFile(kind, name).catch((): Outcome => 'failed')
    setBusy(null)
    setLast({ outcome, name })
  }
  const button = (kind: FileKind, label: string) => (
    <Button
      size="small"
      aria-label={label}
      isBusy={busy === kind}
      aria-disabled={busy !== null || undefined}
      onClick={() => {
        run(kind).catch(() => undefined)
      }}
    >
      <Icon name="arrow-down" size={14} />
      {t(kind)}
    </Button>
  )
  return (
    <div className={styles['exports']} role="group" aria-label={t('group')}>
      <p
        className={styles['said']}
        role="status"
        data-bad={last !== null && last.outcome !== 'done'}
      >
        {busy !== null ? t('busy') : last === null ? t('hint') : outcomeText(last)}
      </p>
      {button('orders', t('downloadOrders'))}
      {button('fills', t('downloadFills'))}
      <Link to="/settings/tax">{tTax('open')}</Link>
    </div>
  )
}
