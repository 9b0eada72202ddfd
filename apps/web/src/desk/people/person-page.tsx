/** One person: who he is, what he owns, what he did, and what colleagues noted. */
import { formatRupiah } from '@tukar/i18n'
import { type ReactNode, useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { Badge, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { PersonLedger } from '../books/person-ledger.tsx'
import type { Wanted } from '../change/change-calls.ts'
import { ChangeDialog } from '../change/change-dialog.tsx'
import { Fact, Facts } from '../cases/case-detail.tsx'
import { DeskLink } from '../frame/desk-link.tsx'
import deskStyles from '../desk.module.css'
import { amountText } from '../markets/market-words.ts'
import { PersonPart } from '../cases/person-part.tsx'
import { momentText, roleText, say as sayDesk } from '../texts.ts'
import { type Loaded, useLoaded } from '../use-loaded.ts'
import type { Me } from '../cases/case-wire.ts'
import { LimitsPart } from './limits-part.tsx'
import { NotesPart } from './notes-part.tsx'
import { loadActivity, loadPerson } from './people-calls.ts'
import styles from './people.module.css'
import { peoplePlace } from './people-places.ts'
import type { PersonActivity, PersonBalance, PersonDetail } from './people-wire.ts'
import { kycText, say } from './people-words.ts'
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
    <DeskLink to={peoplePlace} className={styles['link']}>
      {say('backToList')}
    </DeskLink>
  )
  if (loaded.state === 'loading') {
    return (
      <div className={deskStyles['page']}>
        {back}
        <h1>{say('accountName', { id: userId })}</h1>
        <Skeleton height={pageHeight} />
      </div>
    )
  }
  if (loaded.state === 'error') {
    const { failure } = loaded
    return (
      <div className={deskStyles['page']}>
        {back}
        <h1>{say('accountName', { id: userId })}</h1>
        <ErrorState
          title={sayDesk('failedTitle')}
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
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const { userId } = detail.person
  const isBarred = userId === me.userId || detail.isDemo
  const endsSessions = !isBarred && mayAs(me, ['support', 'risk', 'admin'])
  const setsLimits = !isBarred && mayAs(me, ['risk', 'admin'])
  const end = (sessionId: number) => {
    const input = { user_id: userId, session_id: sessionId }
    setWanted({ kind: 'user.end_sessions', input })
  }
  return (
    <div className={deskStyles['page']}>
      {back}
      <PersonHead detail={detail} />
      <PersonActions me={me} detail={detail} onWant={setWanted} />
      <div className={styles['parts']}>
        <section className={deskStyles['card']} aria-label={sayDesk('who')}>
          <h2>{sayDesk('who')}</h2>
          <PersonPart person={detail.person} me={me} withdrawalId={null} />
        </section>
        <StandingPart detail={detail} me={me} />
        <BalancesPart balances={detail.balances} value={detail.value} />
        <SessionsPart sessions={detail.sessions} onEnd={endsSessions ? end : null} />
        <LimitsPart userId={userId} limits={detail.limits} onWant={setsLimits ? setWanted : null} />
        <NotesPart me={me} userId={userId} notes={detail.notes} onKept={onChanged} />
      </div>
      <ActivityParts loaded={activity.loaded} onRetry={activity.reload} />
      <PersonLedger me={me} userId={userId} />
      {wanted !== null && (
        <ChangeDialog
          {...wanted}
          onClose={() => setWanted(null)}
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
      <h1>{say('accountName', { id: person.userId })}</h1>
      {suspendedAt !== '' && (
        <Badge tone="down">{say('suspendedSince', { at: momentText(suspendedAt) })}</Badge>
      )}
      {isDemo && <Badge>{say('demo')}</Badge>}
    </header>
  )
}

function StandingPart({ detail, me }: { readonly detail: PersonDetail; readonly me: Me }) {
  const { kyc, hasTwoFactor, factorResetAt, isMailConfirmed, createdAt, roles, person } = detail
  const identity = kycText(kyc)
  const hasCase = kyc !== 'none' && kyc !== 'draft' && me.roles.includes('kyc')
  return (
    <section className={deskStyles['card']} aria-label={say('standing')}>
      <h2>{say('standing')}</h2>
      <Facts>
        <Fact name={say('identity')}>
          <Badge tone={identity.tone}>{identity.text}</Badge>{' '}
          {hasCase && (
            <DeskLink
              to={{ page: 'identity', queue: 'all', id: person.userId }}
              className={styles['link']}
            >
              {say('identityCase')}
            </DeskLink>
          )}
        </Fact>
        <Fact name={say('factor')}>
          {factorResetAt === ''
            ? say(hasTwoFactor ? 'factorOn' : 'factorOff')
            : say('factorGoes', { at: momentText(factorResetAt) })}
        </Fact>
        <Fact name={say('mail')}>{say(isMailConfirmed ? 'mailConfirmed' : 'mailOpen')}</Fact>
        <Fact name={say('registered')}>{momentText(createdAt)}</Fact>
        {roles.length > 0 && (
          <Fact name={say('roles')}>
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
      name={say('balances')}
      empty={say('balancesEmpty')}
      isEmpty={balances.length === 0}
      isNumbers
      columns={[say('currency'), say('available'), say('held'), say('value')]}
      note={value === '' ? say('valueUnknown') : say('valueSum', { value: formatRupiah(value, 0) })}
    >
      {balances.map((one) => (
        <tr key={one.currency}>
          <th scope="row">{one.currency}</th>
          <td>{amountText(one.available, one.currency)}</td>
          <td>{amountText(one.held, one.currency)}</td>
          <td>{one.value === '' ? say('noPrice') : formatRupiah(one.value, 0)}</td>
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
        title={sayDesk('failedTitle')}
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
