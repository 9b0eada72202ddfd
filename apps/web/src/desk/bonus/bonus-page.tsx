/** The monthly bonus in the console: entitled users, excluded users with reasons, and payment of a month. */
import { consoleBonusMessages } from '@tukar/i18n'
import { type BonusExclusion, routes } from '@tukar/wire'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import {
  Badge,
  Banner,
  EmptyState,
  ErrorState,
  Skeleton,
  VisuallyHidden,
} from '../../ui/feedback.tsx'
import { Select } from '../../ui/select.tsx'
import type { ChangeRequest } from '../change/change-calls.ts'
import { ChangeDialog } from '../change/change-dialog.tsx'
import { get } from '../desk-calls.ts'
import { DeskLink } from '../frame/desk-link.tsx'
import styles from '../desk.module.css'
import type { FeaturePageProps } from '../frame/feature-page.ts'
import { DeskTable } from '../desk-table.tsx'
import { momentText, rupiahText, t as tDesk } from '../texts.ts'
import { useLoaded } from '../use-loaded.ts'
import { type BonusEntry, type BonusMonths, toBonusMonths } from './bonus.ts'

const t = pageTranslator(consoleBonusMessages)

const reasons: Readonly<Record<BonusExclusion, string>> = {
  not_verified: t('notVerified'),
  same_identity: t('sameIdentity'),
  same_people: t('samePeople'),
  operator: t('operator'),
}

/** The page of the bonus. */
export function BonusPage({ me, onChanged }: FeaturePageProps) {
  const [month, setMonth] = useState<string | null>(null)
  const { loaded, reload } = useLoaded(`bonus ${month ?? ''}`, () =>
    get(routes.deskBonus, { input: month === null ? {} : { month } }, toBonusMonths),
  )
  const [change, setChange] = useState<ChangeRequest | null>(null)
  return (
    <div className={styles['page']}>
      <h1>{t('title')}</h1>
      {loaded.state === 'loading' && <Skeleton height={320} />}
      {loaded.state === 'error' && (
        <ErrorState
          title={tDesk('failedTitle')}
          text={failureText(loaded.failure)}
          code={loaded.failure.requestId}
          onRetry={reload}
        />
      )}
      {loaded.state === 'ready' && (
        <>
          <Terms bonus={loaded.value} />
          <Month bonus={loaded.value} roles={me.roles} onMonth={setMonth} onPropose={setChange} />
        </>
      )}
      {change !== null && (
        <ChangeDialog
          {...change}
          onClose={() => setChange(null)}
          onDone={() => {
            reload()
            onChanged()
          }}
        />
      )}
    </div>
  )
}

function Terms({ bonus }: { readonly bonus: BonusMonths }) {
  const { isOn, amount, target, samePersonMax: most, house } = bonus
  const isPromised = isOn && Number(amount) > 0
  return (
    <>
      <p className={styles['quiet']}>{t('text', { target, most })}</p>
      <Banner tone={isPromised ? 'good' : 'info'}>
        {isPromised ? t('isOn', { amount: rupiahText(amount) }) : t('isOff')}{' '}
        {t('house', { amount: rupiahText(house) })}{' '}
        <DeskLink to={{ page: 'own', name: 'settings', rest: [] }} className={styles['inlineLink']}>
          {t('toSettings')}
        </DeskLink>
      </Banner>
    </>
  )
}

type MonthProps = {
  readonly bonus: BonusMonths
  readonly roles: readonly string[]
  readonly onMonth: (month: string) => void
  readonly onPropose: (change: ChangeRequest) => void
}

function Month({ bonus, roles, onMonth, onPropose }: MonthProps) {
  const { months, month, entries, waitingSum } = bonus
  if (month === '') return <EmptyState>{t('noMonth')}</EmptyState>
  const mayPay = roles.some((role) => role === 'finance' || role === 'admin')
  const mayExclude = roles.some((role) => role === 'finance' || role === 'risk')
  const hasWaiting = entries.some(({ state }) => state === 'waiting')
  const exclude = (userId: number) =>
    onPropose({ kind: 'bonus.exclude', input: { month, user_id: userId } })
  return (
    <section className={styles['card']} aria-label={month}>
      <div className={styles['pageHead']}>
        <Select
          label={t('month')}
          value={month}
          options={months.map((one) => ({
            value: one.month,
            label: `${one.month} · ${rupiahText(one.amount)}`,
          }))}
          onChange={onMonth}
        />
        {mayPay && hasWaiting && (
          <Button
            kind="primary"
            onClick={() => onPropose({ kind: 'bonus.month', input: { month } })}
          >
            {t('pay', { amount: rupiahText(waitingSum) })}
          </Button>
        )}
      </div>
      {entries.length === 0 ? (
        <EmptyState>{t('nobody')}</EmptyState>
      ) : (
        <EntryTable entries={entries} onExclude={mayExclude ? exclude : null} />
      )}
    </section>
  )
}

type EntryTableProps = {
  readonly entries: readonly BonusEntry[]
  /** Null if the operator may not exclude. */
  readonly onExclude: ((userId: number) => void) | null
}

function EntryTable({ entries, onExclude }: EntryTableProps) {
  const all = [t('person'), t('filled'), t('counted'), t('state'), t('exclude')]
  const heads = onExclude === null ? all.slice(0, -1) : all
  return (
    <DeskTable label={t('title')} heads={heads}>
      {entries.map((entry) => (
        <tr key={entry.userId}>
          <th scope="row">
            #{entry.userId} {entry.name}
          </th>
          <td>{entry.filled}</td>
          <td>{entry.counted}</td>
          <td>
            <EntryState entry={entry} />
          </td>
          {onExclude !== null && (
            <td>
              {entry.state === 'waiting' && (
                <Button size="small" onClick={() => onExclude(entry.userId)}>
                  {t('exclude')} <VisuallyHidden>{entry.name}</VisuallyHidden>
                </Button>
              )}
            </td>
          )}
        </tr>
      ))}
    </DeskTable>
  )
}

function EntryState({ entry: { state, reason, paidAt } }: { readonly entry: BonusEntry }) {
  if (state === 'waiting') return <Badge tone="warn">{t('waiting')}</Badge>
  if (state === 'paid') return <Badge tone="up">{t('paidAt', { at: momentText(paidAt) })}</Badge>
  return (
    <>
      <Badge>{t('excluded')}</Badge> {reason === null ? '' : reasons[reason]}
    </>
  )
}
