/** Cancels a withdrawal by the link in its e-mail; anyone with the link may do so (ATT-92). */
import { rupiahMessages } from '@tukar/i18n'
import { useSearch } from '../../router/state.ts'
import { useEffect, useState } from 'react'
import { NewPasswordLink } from '../../accounts/password/new-password-link.tsx'
import { useBusy } from '../../accounts/use-busy.ts'
import { failureText } from '../../api/failure-text.ts'
import type { Failure } from '../../api/request.ts'
import { pageTranslator } from '../../app/translate.ts'
import { usePageTitle } from '../../app/title.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Banner, Skeleton } from '../../ui/feedback.tsx'
import { cancelByLink, loadByLink } from '../rupiah/rupiah-calls.ts'
import { type LinkedWithdrawal, findLinkStatus, shownRupiah } from '../rupiah/rupiah.ts'
import styles from '../rupiah/rupiah.module.css'

const t = pageTranslator(rupiahMessages)

/** The calls of a link: how to load and cancel its withdrawal. */
export type LinkedCalls<Row> = {
  readonly load: (token: string) => Promise<Row | { readonly failure: Failure }>
  /** Null on success, otherwise the failure. */
  readonly cancel: (token: string) => Promise<Failure | null>
  /** The amount, and the destination. */
  readonly factsOf: (row: Row) => { readonly amount: string; readonly to: string }
  /** Shown if it is too late. */
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
    to: t('toBank', { bank, number }),
  }),
  late: t('cancelPageLateText'),
  list: '/settings/wallets/idr_withdraw',
}

/** `/settings/wallets/idr_withdraw/cancel?token=` */
export function CancelPage() {
  return <CancelByLinkPage calls={ofRupiah} />
}

/** A page that cancels by the link of an e-mail. */
export function CancelByLinkPage<Row extends Linked>({
  calls,
}: {
  readonly calls: LinkedCalls<Row>
}) {
  usePageTitle(t('cancelTitle'))
  const { token = '' } = useSearch()
  return (
    <div className={styles['alone']}>
      <section className={styles['card']}>
        <header className={styles['reviewHead']}>
          <h1>{t('cancelTitle')}</h1>
          <p>{t('cancelPageText')}</p>
        </header>
        {token === '' ? (
          <Banner tone="bad">{t('cancelPageNoToken')}</Banner>
        ) : (
          <OfLink key={token} token={token} calls={calls} />
        )}
        <div className={styles['actions']}>
          <ButtonLink to={calls.list}>{t('withdrawsTitle')}</ButtonLink>
          <NewPasswordLink />
        </div>
      </section>
    </div>
  )
}

/** The result of loading; a separate record, because a row may have any fields. */
type Found<Row> =
  | { readonly kind: 'waiting' }
  /** Loading failed, perhaps temporarily. */
  | { readonly kind: 'none' }
  | { readonly kind: 'row'; readonly row: Row }

function isFailure(answer: object): answer is { readonly failure: Failure } {
  return 'failure' in answer
}

/** The withdrawal, its status, and the button while it can be canceled. */
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
  // If the withdrawal could not be loaded for another reason, it can still be canceled.
  const isUsed = failure?.code === 'withdrawal.link_used'
  useEffect(() => {
    let isLeft = false
    const loadRow = async () => {
      const answer = await calls.load(token)
      if (isLeft) return
      if (!isFailure(answer)) return setFound({ kind: 'row', row: answer })
      setFound({ kind: 'none' })
      if (answer.failure.code !== '') setFailure(answer.failure)
    }
    loadRow().catch(() => setFound({ kind: 'none' }))
    return () => {
      isLeft = true
    }
  }, [token, calls])
  // Opening the link changes nothing, because e-mail programs open links to scan them.
  const cancel = () =>
    run(async () => {
      const refused = await calls.cancel(token)
      setDone(refused === null)
      setFailure(refused)
    })
  if (found.kind === 'waiting') return <Skeleton width="100%" height={132} />
  const status = found.kind === 'none' ? 'open' : findLinkStatus(found.row)
  return (
    <>
      {found.kind === 'row' && <Facts {...calls.factsOf(found.row)} />}
      {isDone ? (
        <Ended title={t('cancelPageDone')} text={t('cancelPageDoneText')} />
      ) : status !== 'open' ? (
        <LinkStatus status={status} late={calls.late} />
      ) : (
        <>
          {!isUsed && <p>{t('cancelPageAsk')}</p>}
          {failure !== null && (
            <Banner tone="bad" isSpoken>
              <strong>{t('cancelPageFailed')}</strong>
              <p>{failureText(failure)}</p>
            </Banner>
          )}
          {!isUsed && (
            <Button kind="danger" size="large" isWide isBusy={isBusy} onClick={cancel}>
              {t(isBusy ? 'cancelPageBusy' : 'cancelPageDo')}
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

function LinkStatus({
  status,
  late,
}: {
  readonly status: 'canceled' | 'nothing' | 'late'
  readonly late: string
}) {
  if (status === 'late') {
    return (
      <Banner tone="info">
        <strong>{t('cancelPageLate')}</strong>
        <p>{late}</p>
      </Banner>
    )
  }
  const title = t(status === 'canceled' ? 'cancelPageAlready' : 'cancelPageNothing')
  return <Ended title={title} text={t('cancelPageDoneText')} />
}

function Ended({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <Banner tone="good" isSpoken>
      <strong>{title}</strong>
      <p>{text}</p>
    </Banner>
  )
}
