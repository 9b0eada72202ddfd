/** Canceling by the link in the mail about a withdrawal: for everybody who has the link (ATT-92). */
import { rupiahMessages } from '@tukar/i18n'
import { useSearch } from '../router/state.ts'
import { useEffect, useState } from 'react'
import { NewPasswordWay } from '../accounts/password/new-password-way.tsx'
import { useBusy } from '../accounts/use-busy.ts'
import { failureText } from '../api/failure-text.ts'
import type { Failure } from '../api/request.ts'
import { sayer } from '../app/translate.ts'
import { usePageTitle } from '../app/title.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Banner, Skeleton } from '../ui/feedback.tsx'
import { cancelByLink, loadByLink } from './rupiah-calls.ts'
import { type LinkedWithdrawal, linkStanding, shownRupiah } from './rupiah.ts'
import styles from './rupiah.module.css'

const say = sayer(rupiahMessages)

/** What a link is about, and how it is asked and canceled. */
export type LinkedCalls<Row> = {
  readonly load: (token: string) => Promise<Row | { readonly failure: Failure }>
  /** Null when it is done, else why not. */
  readonly cancel: (token: string) => Promise<Failure | null>
  /** The amount, and where it goes. */
  readonly factsOf: (row: Row) => { readonly amount: string; readonly to: string }
  /** Said where it is too late. */
  readonly late: string
  /** The page with the list of withdrawals. */
  readonly list: '/settings/wallets' | '/settings/wallets/idr_withdraw'
}

type Linked = Pick<LinkedWithdrawal, 'state' | 'canCancel'>

const ofRupiah: LinkedCalls<LinkedWithdrawal> = {
  load: loadByLink,
  cancel: cancelByLink,
  factsOf: ({ amount, bank, number }) => ({
    amount: `Rp ${shownRupiah(amount)}`,
    to: say('toBank', { bank, number }),
  }),
  late: say('cancelPageLateText'),
  list: '/settings/wallets/idr_withdraw',
}

/** `/settings/wallets/idr_withdraw/cancel?token=` */
export function CancelPage() {
  return <CancelByLinkPage calls={ofRupiah} />
}

/** A page that cancels by the link of a mail. */
export function CancelByLinkPage<Row extends Linked>({
  calls,
}: {
  readonly calls: LinkedCalls<Row>
}) {
  usePageTitle(say('cancelTitle'))
  const { token = '' } = useSearch()
  return (
    <div className={styles['alone']}>
      <section className={styles['card']}>
        <header className={styles['reviewHead']}>
          <h1>{say('cancelTitle')}</h1>
          <p>{say('cancelPageText')}</p>
        </header>
        {token === '' ? (
          <Banner tone="bad">{say('cancelPageNoToken')}</Banner>
        ) : (
          <OfLink key={token} token={token} calls={calls} />
        )}
        <div className={styles['actions']}>
          <ButtonLink to={calls.list}>{say('withdrawsTitle')}</ButtonLink>
          <NewPasswordWay />
        </div>
      </section>
    </div>
  )
}

/** What came of asking; a record of its own, since a row may have any fields. */
type Found<Row> =
  | { readonly kind: 'waiting' }
  /** It did not come, perhaps for a reason that passes. */
  | { readonly kind: 'none' }
  | { readonly kind: 'row'; readonly row: Row }

function isFailure(told: object): told is { readonly failure: Failure } {
  return 'failure' in told
}

/** The withdrawal, what became of it, and the button while it can be canceled. */
function OfLink<Row extends Linked>({
  token,
  calls,
}: {
  readonly token: string
  readonly calls: LinkedCalls<Row>
}) {
  const [found, setFound] = useState<Found<Row>>({ kind: 'waiting' })
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isDone, setDone] = useState(false)
  const { isBusy, run } = useBusy()
  // Where the link's withdrawal is not told for another reason, it can be canceled all the same.
  const isUsed = failure?.code === 'withdrawal.link_used'
  useEffect(() => {
    let isLeft = false
    const look = async () => {
      const told = await calls.load(token)
      if (isLeft) return
      if (!isFailure(told)) return setFound({ kind: 'row', row: told })
      setFound({ kind: 'none' })
      if (told.failure.code !== '') setFailure(told.failure)
    }
    look().catch(() => setFound({ kind: 'none' }))
    return () => {
      isLeft = true
    }
  }, [token, calls])
  // Nothing happens by opening the link alone: mail programs open links to look at them.
  const cancel = () =>
    run(async () => {
      const refused = await calls.cancel(token)
      setDone(refused === null)
      setFailure(refused)
    })
  if (found.kind === 'waiting') return <Skeleton width="100%" height={132} />
  const standing = found.kind === 'none' ? 'open' : linkStanding(found.row)
  return (
    <>
      {found.kind === 'row' && <Facts {...calls.factsOf(found.row)} />}
      {isDone ? (
        <Over title={say('cancelPageDone')} text={say('cancelPageDoneText')} />
      ) : standing !== 'open' ? (
        <Told standing={standing} late={calls.late} />
      ) : (
        <>
          {!isUsed && <p>{say('cancelPageAsk')}</p>}
          {failure !== null && (
            <Banner tone="bad" isSpoken>
              <strong>{say('cancelPageFailed')}</strong>
              <p>{failureText(failure)}</p>
            </Banner>
          )}
          {!isUsed && (
            <Button kind="danger" size="large" isWide isBusy={isBusy} onClick={cancel}>
              {say(isBusy ? 'cancelPageBusy' : 'cancelPageDo')}
            </Button>
          )}
        </>
      )}
    </>
  )
}

function Facts({ amount, to }: { readonly amount: string; readonly to: string }) {
  return (
    <div className={styles['bankFacts']}>
      <p>
        <b>{amount}</b>
        <span>{to}</span>
      </p>
    </div>
  )
}

function Told({
  standing,
  late,
}: {
  readonly standing: 'canceled' | 'nothing' | 'late'
  readonly late: string
}) {
  if (standing === 'late') {
    return (
      <Banner tone="info">
        <strong>{say('cancelPageLate')}</strong>
        <p>{late}</p>
      </Banner>
    )
  }
  const title = say(standing === 'canceled' ? 'cancelPageAlready' : 'cancelPageNothing')
  return <Over title={title} text={say('cancelPageDoneText')} />
}

function Over({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <Banner tone="good" isSpoken>
      <strong>{title}</strong>
      <p>{text}</p>
    </Banner>
  )
}
