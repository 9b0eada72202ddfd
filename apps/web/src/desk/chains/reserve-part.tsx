/**
 * Reserves of the exchange's own coins: proposals that wait for a second operator, and the form of a
 * proposal.
 */
import { consoleReserveMessages } from '@tukar/i18n'
import { deskReasonLengthMax, deskReasonLengthMin } from '@tukar/wire'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldFrame, TextAreaField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import { bookReserve, loadReserves } from './chain-calls.ts'
import type { Custody } from './chain-cases.ts'
import { chainText, coinText } from './chain-texts.ts'
import styles from '../desk.module.css'
import {
  parseReserveAmount,
  type Reserve,
  type ReserveProposal,
  findReserveNetworks,
} from './reserves.ts'
import { momentText, t } from '../texts.ts'
import { useLoaded } from '../use-loaded.ts'
import type { Me } from '../cases/case-wire.ts'

const tReserve = pageTranslator(consoleReserveMessages)
const least = deskReasonLengthMin

export type ReservePartProps = {
  readonly custody: readonly Custody[]
  readonly me: Me
  /** Called when a reserve was proposed or confirmed. */
  readonly onBooked: () => void
}

/** The section; operators without the right to decide see the proposals only. */
export function ReservePart({ custody, me, onBooked }: ReservePartProps) {
  const { loaded, reload } = useLoaded('reserves', loadReserves)
  const isWide = useWideScreen()
  const mayDecide = isWide && me.roles.some((role) => role === 'finance' || role === 'risk')
  const open = loaded.state === 'ready' ? loaded.value : []
  const send = async (reserve: Reserve, reason: string, title: string): Promise<void> => {
    const answer = await bookReserve(reserve, reason)
    if (answer.ok) toast('good', t('decided', { what: title }))
    else toast('bad', t('notDecided', { what: title }), failureText(answer))
    reload()
    onBooked()
  }
  return (
    <section className={styles['card']}>
      <h2>{tReserve('title')}</h2>
      <p className={styles['quiet']}>{tReserve('text')}</p>
      {loaded.state === 'ready' && open.length === 0 && (
        <p className={styles['quiet']}>{tReserve('none')}</p>
      )}
      {open.map((one) => (
        <Proposal
          key={one.id}
          proposal={one}
          mayConfirm={mayDecide && !one.isMine}
          onConfirm={(reason, title) => send(one, reason, title)}
        />
      ))}
      {mayDecide && <ProposeForm custody={custody} onPropose={send} />}
    </section>
  )
}

type ProposalProps = {
  readonly proposal: ReserveProposal
  readonly mayConfirm: boolean
  readonly onConfirm: (reason: string, title: string) => Promise<void>
}

function Proposal({ proposal, mayConfirm, onConfirm }: ProposalProps) {
  const { chain, currency, proposedBy: name, proposedAt, reason, isMine } = proposal
  const amount = coinText(proposal.amount, currency)
  const title = tReserve('confirm', { amount })
  const [isOpen, setOpen] = useState(false)
  const at = momentText(proposedAt)
  return (
    <div className={styles['preview']}>
      <p>{tReserve('proposed', { name, amount, chain: chainText(chain), at })}</p>
      <p className={styles['quiet']}>{tReserve('reason', { reason })}</p>
      {isMine && <p className={styles['quiet']}>{tReserve('mine')}</p>}
      {mayConfirm && !isOpen && (
        <div className={styles['choices']}>
          <Button size="small" onClick={() => setOpen(true)}>
            {title}
          </Button>
        </div>
      )}
      {mayConfirm && isOpen && (
        <ReasonForm
          title={title}
          onCancel={() => setOpen(false)}
          onSend={(why) => {
            setOpen(false)
            void onConfirm(why, title)
          }}
        />
      )}
    </div>
  )
}

type ProposeFormProps = {
  readonly custody: readonly Custody[]
  readonly onPropose: (reserve: Reserve, reason: string, title: string) => Promise<void>
}

function ProposeForm({ custody, onPropose }: ProposeFormProps) {
  const networks = findReserveNetworks(custody)
  const [isOpen, setOpen] = useState(false)
  const [index, setIndex] = useState('0')
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const network = networks[Number(index)]
  const amount = parseReserveAmount(typed)
  if (network === undefined) return null
  if (!isOpen) {
    return (
      <div className={styles['choices']}>
        <Button size="small" onClick={() => setOpen(true)}>
          {tReserve('open')}
        </Button>
      </div>
    )
  }
  const options = networks.map(({ chain, currency }, at) => {
    return { value: String(at), label: `${chainText(chain)}, ${currency}` }
  })
  const title = tReserve('propose', { amount: coinText(amount ?? '0', network.currency) })
  const close = () => {
    setOpen(false)
    setTyped('')
    setTried(false)
  }
  return (
    <>
      <FieldFrame label={tReserve('way')}>
        {() => (
          <Select label={tReserve('way')} value={index} options={options} onChange={setIndex} />
        )}
      </FieldFrame>
      <Field
        label={tReserve('amount')}
        error={isTried && amount === null ? tReserve('amountWrong') : null}
        inputMode="decimal"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ReasonForm
        title={title}
        onCancel={close}
        onSend={(why) => {
          setTried(true)
          if (amount === null) return
          close()
          void onPropose({ ...network, amount }, why, title)
        }}
      />
    </>
  )
}

type ReasonFormProps = {
  readonly title: string
  readonly onCancel: () => void
  readonly onSend: (reason: string) => void
}

function ReasonForm({ title, onCancel, onSend }: ReasonFormProps) {
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const isShort = reason.trim().length < least
  return (
    <form
      className={styles['form']}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!isShort) onSend(reason.trim())
      }}
    >
      <TextAreaField
        label={tReserve('whyLabel')}
        note={tReserve('whyNote', { least })}
        error={isTried && isShort ? t('reasonShort', { least }) : null}
        value={reason}
        rows={2}
        maxLength={deskReasonLengthMax}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className={styles['choices']}>
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button type="submit" kind="primary">
          {title}
        </Button>
      </div>
    </form>
  )
}
