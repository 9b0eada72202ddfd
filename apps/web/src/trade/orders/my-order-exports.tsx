/** Files of all own orders and fills, for spreadsheets: asked for by a button, saved by the browser. */
import { exportMessages, taxMessages } from '@tukar/i18n'
import { useState } from 'react'
import { sayer } from '../../app/translate.ts'
import { Button, Link } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type FileKind, fileNameOf, type Outcome, saveFile } from './export-calls.ts'
import styles from './own-lists-export.module.css'

const say = sayer(exportMessages)
const sayTax = sayer(taxMessages)

type Ended = { readonly outcome: Outcome; readonly name: string }

function outcomeText({ outcome, name }: Ended): string {
  return outcome === 'done' ? say('done', { name }) : say(outcome)
}

/** Two buttons, and what became of the last one pressed. */
export function OwnExports() {
  const [busy, setBusy] = useState<FileKind | null>(null)
  const [last, setLast] = useState<Ended | null>(null)
  const run = async (kind: FileKind) => {
    if (busy !== null) return
    setBusy(kind)
    setLast(null)
    const name = fileNameOf(kind)
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
      {say(kind)}
    </Button>
  )
  return (
    <div className={styles['exports']} role="group" aria-label={say('group')}>
      <p
        className={styles['said']}
        role="status"
        data-bad={last !== null && last.outcome !== 'done'}
      >
        {busy !== null ? say('busy') : last === null ? say('hint') : outcomeText(last)}
      </p>
      {button('orders', say('downloadOrders'))}
      {button('fills', say('downloadFills'))}
      <Link to="/settings/tax">{sayTax('open')}</Link>
    </div>
  )
}
