/**
 * The coins on the chains compared with the liabilities (INV-14), the state of the nodes, and the halt
 * switches.
 */
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, Banner, EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { loadChains } from './chain-calls.ts'
import type { ChainHealth, Custody, CustodyPart } from './chain-cases.ts'
import { ChainSwitch } from './chain-switch.tsx'
import { chainText, coinText, causeText, t as tChain, verdictText } from './chain-texts.ts'
import styles from '../desk.module.css'
import { ReservePart } from './reserve-part.tsx'
import { DeskTable } from '../desk-table.tsx'
import { toAgeText, momentText, t } from '../texts.ts'
import { useLoaded } from '../use-loaded.ts'
import type { Me } from '../cases/case-wire.ts'

export type ChainsPageProps = {
  readonly me: Me
  /** Called when a chain was halted or resumed. */
  readonly onChainChanged: () => void
}

/** The page of custody and nodes. */
export function ChainsPage({ me, onChainChanged }: ChainsPageProps) {
  const { loaded, reload } = useLoaded('chains', loadChains)
  const control = () => {
    reload()
    onChainChanged()
  }
  return (
    <div className={styles['page']}>
      <div className={styles['pageHead']}>
        <h1>{tChain('custodyAndHealth')}</h1>
        <Button size="small" onClick={reload}>
          {t('refresh')}
        </Button>
      </div>
      {loaded.state === 'loading' && <Skeleton height={320} />}
      {loaded.state === 'error' && (
        <ErrorState
          title={t('failedTitle')}
          text={failureText(loaded.failure)}
          code={loaded.failure.requestId}
          onRetry={reload}
        />
      )}
      {loaded.state === 'ready' && (
        <>
          <section className={styles['card']}>
            <h2>{tChain('custody')}</h2>
            <p className={styles['quiet']}>{tChain('custodyText')}</p>
            {loaded.value.custody.length === 0 ? (
              <EmptyState>{tChain('noCustody')}</EmptyState>
            ) : (
              <CustodyTable custody={loaded.value.custody} />
            )}
          </section>
          {loaded.value.custody.length > 0 && (
            <ReservePart custody={loaded.value.custody} me={me} onBooked={reload} />
          )}
          <section className={styles['card']}>
            <h2>{tChain('health')}</h2>
            {loaded.value.chains.length === 0 ? (
              <EmptyState>{tChain('noChains')}</EmptyState>
            ) : (
              <HealthTable chains={loaded.value.chains} me={me} onChainChanged={control} />
            )}
          </section>
        </>
      )}
    </div>
  )
}

function CustodyTable({ custody }: { readonly custody: readonly Custody[] }) {
  const stopped = custody.filter(({ isStopped }) => isStopped)
  return (
    <>
      {stopped.map(({ currency, verdict }) => (
        <Banner key={currency} tone={verdict === 'gap' ? 'bad' : 'warn'} isSpoken>
          {verdictText(verdict).text}. {tChain('stoppedText', { currency })}
        </Banner>
      ))}
      <DeskTable
        label={tChain('custody')}
        heads={[
          tChain('currency'),
          tChain('held'),
          tChain('inFlight'),
          tChain('liabilities'),
          tChain('gap'),
        ]}
        className={styles['numbers']}
      >
        {custody.map((one) => (
          <CurrencyRow key={one.currency} custody={one} />
        ))}
      </DeskTable>
      <DeskTable
        label={tChain('hot')}
        heads={[
          tChain('chain'),
          tChain('hot'),
          tChain('unswept'),
          tChain('inFlight'),
          tChain('owed'),
          tChain('readAt'),
        ]}
        className={styles['numbers']}
      >
        {custody.flatMap(({ currency, parts }) =>
          parts.map((part) => (
            <PartRow key={`${currency} ${part.chain}`} currency={currency} part={part} />
          )),
        )}
      </DeskTable>
      <DifferenceTable custody={custody} />
    </>
  )
}

function CurrencyRow({ custody }: { readonly custody: Custody }) {
  const { currency, held, inFlight, liabilities, gap } = custody
  const { text, tone } = verdictText(custody.verdict)
  return (
    <tr>
      <th scope="row">
        {currency} <Badge tone={tone}>{text}</Badge>
      </th>
      <td>{known(held, currency)}</td>
      <td>{coinText(inFlight, currency)}</td>
      <td>{coinText(liabilities, currency)}</td>
      <td>{known(gap, currency)}</td>
    </tr>
  )
}

function PartRow({ currency, part }: { readonly currency: string; readonly part: CustodyPart }) {
  const { chain, hot, unswept, inFlight, owed, readAt } = part
  return (
    <tr>
      <th scope="row">
        {chainText(chain)}, {currency}
      </th>
      <td>{known(hot, currency)}</td>
      <td>{known(unswept, currency)}</td>
      <td>{coinText(inFlight, currency)}</td>
      <td>{coinText(owed, currency)}</td>
      <td>{readAt === null ? tChain('neverRead') : momentText(readAt)}</td>
    </tr>
  )
}

/** Why the coins on the chains differ from the ledger, part by part. */
function DifferenceTable({ custody }: { readonly custody: readonly Custody[] }) {
  const rows = custody.flatMap(({ currency, parts }) =>
    parts.flatMap(({ chain, difference }) =>
      difference === null ? [] : [{ currency, chain, difference }],
    ),
  )
  // A chain that was never read has no differences.
  if (rows.length === 0) return null
  return (
    <>
      <p className={styles['quiet']}>{tChain('differenceText')}</p>
      <DeskTable
        label={tChain('difference')}
        heads={[
          tChain('difference'),
          tChain('uncredited'),
          tChain('payouts'),
          tChain('costs'),
          tChain('reserve'),
          tChain('dust'),
          tChain('unexplained'),
        ]}
        className={styles['numbers']}
      >
        {rows.map(({ currency, chain, difference }) => (
          <tr key={`${currency} ${chain}`}>
            <th scope="row">
              {chainText(chain)}, {currency}
            </th>
            <td>{coinText(difference.uncredited, currency)}</td>
            <td>{coinText(difference.payouts, currency)}</td>
            <td>{coinText(difference.costs, currency)}</td>
            <td>{coinText(difference.reserve, currency)}</td>
            <td>{coinText(difference.dust, currency)}</td>
            <td>{coinText(difference.unexplained, currency)}</td>
          </tr>
        ))}
      </DeskTable>
    </>
  )
}

function known(amount: string | null, currency: string): string {
  return amount === null ? tChain('unknown') : coinText(amount, currency)
}

type HealthTableProps = {
  readonly chains: readonly ChainHealth[]
  readonly me: Me
  readonly onChainChanged: () => void
}

function HealthTable({ chains, me, onChainChanged }: HealthTableProps) {
  const mayControl = me.roles.some((role) => role === 'risk' || role === 'admin')
  return (
    <>
      <DeskTable
        label={tChain('health')}
        heads={[
          tChain('chain'),
          tChain('taken'),
          tChain('head'),
          tChain('final'),
          tChain('lookedAt'),
        ]}
        className={styles['numbers']}
      >
        {chains.map((one) => (
          <HealthRow key={one.chain} health={one} />
        ))}
      </DeskTable>
      {mayControl && (
        <div className={styles['switches']}>
          {chains.map((one) => (
            <ChainSwitch
              key={`${one.chain} ${one.paused}`}
              health={one}
              onChainChanged={onChainChanged}
            />
          ))}
        </div>
      )}
    </>
  )
}

function HealthRow({ health }: { readonly health: ChainHealth }) {
  const { chain, tipHeight, headHeight, finalHeight, lookedAt, paused } = health
  const behind = tipHeight === null || headHeight === null ? 0 : headHeight - tipHeight
  return (
    <tr>
      <th scope="row">
        {chainText(chain)}{' '}
        {paused === null ? (
          <Badge tone="up">{tChain('running')}</Badge>
        ) : (
          <Badge tone={health.isPassing ? 'warn' : 'down'}>
            {tChain('pausedBy', { cause: causeText(paused) })}
          </Badge>
        )}
      </th>
      <td>
        {tipHeight ?? '–'} {behind > 0 && tChain('behind', { count: behind })}
      </td>
      <td>{headHeight ?? '–'}</td>
      <td>{finalHeight ?? '–'}</td>
      <td>{lookedAt === null ? tChain('neverRead') : toAgeText(lookedAt).text}</td>
    </tr>
  )
}
