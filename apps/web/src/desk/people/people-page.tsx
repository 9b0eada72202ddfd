/** All accounts without names, and the search for people. */
import { kycStates, namePrefixLengthMin, peopleStates } from '@tukar/wire'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { Select } from '../../ui/select.tsx'
import { DeskLink } from '../frame/desk-link.tsx'
import deskStyles from '../desk.module.css'
import { DeskTable } from '../desk-table.tsx'
import { momentText, t as tDesk } from '../texts.ts'
import { type Loaded, useLoaded } from '../use-loaded.ts'
import type { Paged } from '../cases/case-wire.ts'
import { type AccountChoice, loadAccounts } from './people-calls.ts'
import { PeopleSearch } from './people-search.tsx'
import styles from './people.module.css'
import { toPersonRoute } from './people-route.ts'
import type { ListedAccount } from './people-wire.ts'
import { kycText, t } from './people-texts.ts'

const stateKeys = { all: 'stateAll', new: 'stateNew', suspended: 'stateSuspended' } as const
/** The height of a usual page of the list, so that the layout does not shift. */
const listHeight = 480

/** The page of people. */
export function PeoplePage() {
  const [state, setState] = useState<keyof typeof stateKeys>('all')
  const [kyc, setKyc] = useState<(typeof kycStates)[number] | 'any'>('any')
  const [page, setPage] = useState(1)
  const choice: AccountChoice = { state, kyc, page }
  const { loaded, reload } = useLoaded(`people ${state} ${kyc} ${page}`, () => loadAccounts(choice))
  return (
    <div className={deskStyles['page']}>
      <h1>{t('title')}</h1>
      <p className={deskStyles['quiet']}>{t('text', { least: namePrefixLengthMin })}</p>
      <PeopleSearch />
      <section className={deskStyles['card']} aria-label={t('list')}>
        <h2>{t('list')}</h2>
        <div className={styles['filters']}>
          <Select
            label={t('stateLabel')}
            value={state}
            options={peopleStates.map((value) => ({ value, label: t(stateKeys[value]) }))}
            onChange={(next) => {
              setState(next)
              setPage(1)
            }}
          />
          <Select
            label={t('kycLabel')}
            value={kyc}
            options={[
              { value: 'any' as const, label: t('kycAny') },
              ...kycStates.map((value) => ({ value, label: kycText(value).text })),
            ]}
            onChange={(next) => {
              setKyc(next)
              setPage(1)
            }}
          />
        </div>
        <Accounts loaded={loaded} onRetry={reload} onPage={setPage} />
      </section>
    </div>
  )
}

type AccountsProps = {
  readonly loaded: Loaded<Paged<ListedAccount>>
  readonly onRetry: () => void
  readonly onPage: (page: number) => void
}

function Accounts({ loaded, onRetry, onPage }: AccountsProps) {
  if (loaded.state === 'loading') return <Skeleton height={listHeight} />
  if (loaded.state === 'error') {
    const { failure } = loaded
    return (
      <ErrorState
        title={tDesk('failedTitle')}
        text={failureText(failure)}
        code={failure.requestId}
        onRetry={onRetry}
      />
    )
  }
  const { rows, page, isLast } = loaded.value
  if (rows.length === 0 && page === 1) return <EmptyState>{t('listEmpty')}</EmptyState>
  return (
    <>
      <DeskTable
        label={t('list')}
        heads={[
          t('account'),
          t('state'),
          t('identity'),
          t('factor'),
          t('registered'),
          t('lastSeen'),
        ]}
      >
        {rows.map((row) => (
          <AccountRow key={row.userId} row={row} />
        ))}
      </DeskTable>
      {(page > 1 || !isLast) && (
        <div className={deskStyles['pager']}>
          <Button size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
            {tDesk('fewer')}
          </Button>
          <span>{tDesk('page', { page })}</span>
          <Button size="small" disabled={isLast} onClick={() => onPage(page + 1)}>
            {tDesk('more')}
          </Button>
        </div>
      )}
    </>
  )
}

function AccountRow({ row }: { readonly row: ListedAccount }) {
  const { userId, createdAt, kyc, hasTwoFactor, isDemo, isSuspended, lastSeenAt } = row
  const identity = kycText(kyc)
  return (
    <tr>
      <th scope="row">
        <DeskLink to={toPersonRoute(userId)} className={styles['link']}>
          {t('accountName', { id: userId })}
        </DeskLink>
      </th>
      <td>
        <span className={styles['badges']}>
          <Badge tone={isSuspended ? 'down' : 'neutral'}>
            {t(isSuspended ? 'suspended' : 'active')}
          </Badge>
          {isDemo && <Badge>{t('demo')}</Badge>}
        </span>
      </td>
      <td>
        <Badge tone={identity.tone}>{identity.text}</Badge>
      </td>
      <td>{t(hasTwoFactor ? 'factorOn' : 'factorOff')}</td>
      <td className={deskStyles['when']}>{momentText(createdAt)}</td>
      <td className={deskStyles['when']}>
        {lastSeenAt === '' ? t('never') : momentText(lastSeenAt)}
      </td>
    </tr>
  )
}
