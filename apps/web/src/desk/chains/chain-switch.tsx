/** Halts or resumes a chain, with a reason; after a halt, with the block to read again from. */
import { deskReasonLengthMax, deskReasonLengthMin } from '@tukar/wire'
import { useEffect, useRef, useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextAreaField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import { controlChain } from './chain-calls.ts'
import {
  type ChainHealth,
  parseHeight,
  type ChainControl,
  findChainControl,
} from './chain-cases.ts'
import { chainText, t as tChain } from './chain-texts.ts'
import styles from '../desk.module.css'
import { pending, usePending } from '../cases/pending-strip.tsx'
import { t } from '../texts.ts'

export type ChainSwitchProps = {
  readonly health: ChainHealth
  readonly onChainChanged: () => void
}

/** The halt switch of a chain: a button, and its form. */
export function ChainSwitch({ health, onChainChanged }: ChainSwitchProps) {
  const [isOpen, setOpen] = useState(false)
  const isWide = useWideScreen()
  const key = `chain ${health.chain}`
  const isPending = usePending().some((one) => one.key === key)
  const decision = findChainControl(health)
  const title = toControlTitle(health, decision)
  if (!isWide || isPending) return null
  if (!isOpen) {
    return (
      <Button
        size="small"
        kind={decision === 'pause' ? 'danger' : 'secondary'}
        onClick={() => setOpen(true)}
      >
        {title}
      </Button>
    )
  }
  const confirm = (reason: string, fromHeight: number | null) => {
    setOpen(false)
    const order = { chain: health.chain, decision, reason, fromHeight }
    pending.add({ key, title, isSigned: false }, () =>
      send(order, title).then(onChainChanged, onChainChanged),
    )
  }
  return (
    <SwitchForm
      health={health}
      decision={decision}
      title={title}
      onCancel={() => setOpen(false)}
      onConfirm={confirm}
    />
  )
}

function toControlTitle({ chain }: ChainHealth, decision: ChainControl['decision']): string {
  return tChain(decision === 'pause' ? 'pause' : 'goOn', { chain: chainText(chain) })
}

async function send(order: ChainControl, title: string): Promise<void> {
  const outcome = await controlChain(order)
  if (outcome.ok) toast('good', t('decided', { what: title }))
  else toast('bad', t('notDecided', { what: title }), failureText(outcome))
}

type SwitchFormProps = {
  readonly health: ChainHealth
  readonly decision: ChainControl['decision']
  readonly title: string
  readonly onCancel: () => void
  readonly onConfirm: (reason: string, fromHeight: number | null) => void
}

const least = deskReasonLengthMin

function SwitchForm({ health, decision, title, onCancel, onConfirm }: SwitchFormProps) {
  const [reason, setReason] = useState('')
  const [height, setHeight] = useState('')
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // The button that had the focus was removed.
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), [])
  const below = decision === 'go_on' ? health.belowHeight : null
  const fromHeight = below === null ? null : parseHeight(height, below)
  const isShort = reason.trim().length < least
  const isHeightWrong = below !== null && fromHeight === null
  const text = decision === 'pause' ? 'pauseText' : below === null ? 'goOnText' : 'againText'
  return (
    <form
      ref={form}
      className={styles['form']}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!isShort && !isHeightWrong) onConfirm(reason.trim(), fromHeight)
      }}
    >
      <p>{tChain(text)}</p>
      {below !== null && (
        <Field
          label={tChain('fromHeight')}
          note={tChain('fromHeightNote', { below })}
          error={isTried && isHeightWrong ? tChain('fromHeightWrong', { below }) : null}
          inputMode="numeric"
          value={height}
          onChange={(event) => setHeight(event.target.value)}
        />
      )}
      <TextAreaField
        label={tChain('reason')}
        note={t('reasonNote', { least })}
        error={isTried && isShort ? t('reasonShort', { least }) : null}
        value={reason}
        rows={2}
        maxLength={deskReasonLengthMax}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      />
      <div className={styles['choices']}>
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button type="submit" kind={decision === 'pause' ? 'sell' : 'primary'}>
          {title}
        </Button>
      </div>
    </form>
  )
}
