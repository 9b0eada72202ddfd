/** One person: profile, balances, activity, and notes. */
import { formatRupiah } from '@tukar/i18n'
import { type ReactNode, useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { Badge, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { PersonLedger } from '../books/person-ledger.tsx'
import type { ChangeRequest } from '../change/change-calls.ts'
import { ChangeDialog } from '../change/change-dialog.tsx'
import { Fact, Facts } from '../cases/case-detail.tsx'
import { DeskLink } from '../frame/desk-link.tsx'
import deskStyles from '../desk.module.css'
import { amountText } from '../markets/market-texts.ts'
import { PersonPart } from '../cases/person-part.tsx'
import { momentText, roleText, t as tDesk } from '../texts.ts'
import { type Loaded, useLoaded } from '../use-loaded.ts'
import type { Me } from '../cases/case-wire.ts'
import { LimitsPart } from './limits-part.tsx'
import { NotesPart } from './notes-part.tsx'
import { loadActivity, loadPerson } from './people-calls.ts'
import styles from './people.module.css'
import { peopleRoute } from './people-route.ts'
import type { PersonActivity, PersonBalance, PersonDetail } from './people-wire.ts'
import { kycText, t } from './people-texts.ts'
import { mayAs, PersonActions } from './person-actions.tsx'
import { EventsPart, OrdersPart, SessionsPart, TransfersPart } from './person-lists.tsx'
import { TablePart } from './table-part.tsx'

const pageHeight = 640
const listHeight = 160

export type PersonPageProps = { readonly me: Me; readonly userId: number }

/** The page of one person. */
export function PersonPage({ me, userId }: PersonPageProps) {
  const { loaded, reload } = useLoaded(`person ${userId}`, () => loadPerson(userId))
  const activity = useLoaded(`activity ${userId}`, () => loadActivity(userId))
  const back = (
    <DeskLink to={peopleRoute} className={styles['link']}>
      {t('backToList')}
    </DeskLink>
  )
  if (loaded.state === 'loading') {
    return (
      <div className={deskStyles['page']}>
        {back}
        <h1>{t('accountName', { id: userId })}</h1>
        <Skeleton height={pageHeight} />
      </div>
    )
  }
  if (loaded.state === 'error') {
    const { failure } = loaded
    return (
      <div className={deskStyles['page']}>
        {back}
        <h1>{t('accountName', { id: userId })}</h1>
        <ErrorState
          title={tDesk('failedTitle')}
          text={failureText(failure)}
          code={failure.requestId}
          onRetry={reload}
        />
      </div>
    )
  }
  return (
    <Known
      key={userId}
      me={me}
      detail={loaded.value}
      back={back}
      activity={activity}
      onChanged={reload}
    />
  )
}

type KnownProps = {
  readonly me: Me
  readonly detail: PersonDetail
  readonly back: ReactNode
  readonly activity: { readonly loaded: Loaded<PersonActivity>; readonly reload: () => void }
  readonly onChanged: () => void
}

function Known({ me, detail, back, activity, onChanged }: KnownProps) {
  const [change, setChange] = useState<ChangeRequest | null>(null)
  const { userId } = detail.person
  const isBarred = userId === me.userId || detail.isDemo
  const endsSessions = !isBarred && mayAs(me, ['support', 'risk', 'admin'])
  const setsLimits = !isBarred && mayAs(me, ['risk', 'admin'])
  const end = (sessionId: number) => {
    const input = { user_id: userId, session_id: sessionId }
    setChange({ kind: 'user.end_sessions', input })
  }
  return (
    <div className={deskStyles['page']}>
      {back}
      <PersonHead detail={detail} />
      <PersonActions me={me} detail={detail} onPropose={setChange} />
      <div className={styles['parts']}>
        <section className={deskStyles['card']} aria-label={tDesk('who')}>
          <h2>{tDesk('who')}</h2>
          <PersonPart person={detail.person} me={me} withdrawalId={null} />
        </section>
        <StatusPart detail={detail} me={me} />
        <BalancesPart balances={detail.balances} value={detail.value} />
        <SessionsPart sessions={detail.sessions} onEnd={endsSessions ? end : null} />
        <LimitsPart
          userId={userId}
          limits={detail.limits}
          onPropose={setsLimits ? setChange : null}
        />
        <NotesPart me={me} userId={userId} notes={detail.notes} onSaved={onChanged} />
      </div>
      <ActivityParts loaded={activity.loaded} onRetry={activity.reload} />
      <PersonLedger me={me} userId={userId} />
      {change !== null && (
        <ChangeDialog
          {...change}
          onClose={() => setChange(null)}
          onDone={() => {
            onChanged()
            activity.reload()
          }}
        />
      )}
    </div>
  )
}

function PersonHead({ detail }: { readonly detail: PersonDetail }) {
  const { person, suspendedAt, isDemo } = detail
  return (
    <header className={styles['head']}>
      <h1>{t('accountName', { id: person.userId })}</h1>
      {suspendedAt !== '' && (
        <Badge tone="down">{t('suspendedSince', { at: momentText(suspendedAt) })}</Badge>
      )}
      {isDemo && <Badge>{t('demo')}</Badge>}
    </header>
  )
}

function StatusPart({ detail, me }: { readonly detail: PersonDetail; readonly me: Me }) {
  const { kyc, hasTwoFactor, factorResetAt, isMailConfirmed, createdAt, roles, person } = detail
  const identity = kycText(kyc)
  const hasCase = kyc !== 'none' && kyc !== 'draft' && me.roles.includes('kyc')
  return (
    <section className={deskStyles['card']} aria-label={t('standing')}>
      <h2>{t('standing')}</h2>
      <Facts>
        <Fact name={t('identity')}>
          <Badge tone={identity.tone}>{identity.text}</Badge>{' '}
          {hasCase && (
            <DeskLink
              to={{ page: 'identity', queue: 'all', id: person.userId }}
              className={styles['link']}
            >
              {t('identityCase')}
            </DeskLink>
          )}
        </Fact>
        <Fact name={t('factor')}>
          {factorResetAt === ''
            ? t(hasTwoFactor ? 'factorOn' : 'factorOff')
            : t('factorGoes', { at: momentText(factorResetAt) })}
        </Fact>
        <Fact name={t('mail')}>{t(isMailConfirmed ? 'mailConfirmed' : 'mailOpen')}</Fact>
        <Fact name={t('registered')}>{momentText(createdAt)}</Fact>
        {roles.length > 0 && (
          <Fact name={t('roles')}>
            <span className={styles['badges']}>
              {roles.map((role) => (
                <Badge key={role}>{roleText(role)}</Badge>
              ))}
            </span>
          </Fact>
        )}
      </Facts>
    </section>
  )
}

type BalancesProps = { readonly balances: readonly PersonBalance[]; readonly value: string }

function BalancesPart({ balances, value }: BalancesProps) {
  return (
    <TablePart
      name={t('balances')}
      empty={t('balancesEmpty')}
      isEmpty={balances.length === 0}
      isNumbers
      columns={[t('currency'), t('available'), t('held'), t('value')]}
      note={value === '' ? t('valueUnknown') : t('valueSum', { value: formatRupiah(value, 0) })}
    >
      {balances.map((one) => (
        <tr key={one.currency}>
          <th scope="row">{one.currency}</th>
          <td>{amountText(one.available, one.currency)}</td>
          <td>{amountText(one.held, one.currency)}</td>
          <td>{one.value === '' ? t('noPrice') : formatRupiah(one.value, 0)}</td>
        </tr>
      ))}
    </TablePart>
  )
}

type ActivityProps = { readonly loaded: Loaded<PersonActivity>; readonly onRetry: () => void }

function ActivityParts({ loaded, onRetry }: ActivityProps) {
  if (loaded.state === 'loading') return <Skeleton height={listHeight} />
  if (loaded.state === 'error') {
    return (
      <ErrorState
        title={tDesk('failedTitle')}
        text={failureText(loaded.failure)}
        code={loaded.failure.requestId}
        onRetry={onRetry}
      />
    )
  }
  const { orders, ordersTotal, transfers, events } = loaded.value
  return (
    <>
      <OrdersPart orders={orders} total={ordersTotal} />
      <TransfersPart transfers={transfers} />
      <EventsPart events={events} />
    </>
  )
}
