/** Files of all own orders and fills, for spreadsheets: asked for by a button, saved by the browser. */
import { exportMessages } from '@tukar/i18n'
import { useState } from 'react'
import { currentSession, endInvalidSession } from '../api/session.ts'
import { clientConfig, type HostName } from '../app/client-config.ts'
import { sayer } from '../app/say.ts'
import { language } from '../theme/preferences.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './own-lists-export.module.css'

const say = sayer(exportMessages)

type FileKind = 'orders' | 'fills'

const sources: Readonly<Record<FileKind, { readonly host: HostName; readonly path: string }>> = {
  orders: { host: 'api', path: '/obooks/export' },
  fills: { host: 'sync', path: '/histories/export' },
}

type Outcome = 'done' | 'failed' | 'tooOften'

/** Loads a file whole and hands it to the browser under a name; says how it went. */
async function save(kind: FileKind, name: string): Promise<Outcome> {
  const { host, path } = sources[kind]
  const session = currentSession()
  const response = await fetch(`${clientConfig.hosts[host]}${path}`, {
    headers: { 'accept-language': language, ...(session !== null && { jwt: session.token }) },
    credentials: 'omit',
  })
  if (response.status === 401) endInvalidSession()
  if (response.status === 429) return 'tooOften'
  if (!response.ok) return 'failed'
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the file by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 0)
  return 'done'
}

function nameOf(kind: FileKind): string {
  return `tukar-${kind}-${new Date().toISOString().slice(0, 10)}.csv`
}

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
    const name = nameOf(kind)
    const outcome = await save(kind, name).catch((): Outcome => 'failed')
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
      {busy === kind ? say('busy') : say(kind)}
    </Button>
  )
  return (
    <div className={styles['exports']} role="group" aria-label={say('group')}>
      <p
        className={styles['said']}
        role="status"
        data-bad={last !== null && last.outcome !== 'done'}
      >
        {last === null ? say('hint') : outcomeText(last)}
      </p>
      {button('orders', say('downloadOrders'))}
      {button('fills', say('downloadFills'))}
    </div>
  )
}
