/** The demo accounts of simulation mode: one click signs in. */
import { accountMessages, initialOf } from '@tukar/i18n'
import { useEffect, useRef, useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { useResource } from '../../api/resource.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Banner, Skeleton } from '../../ui/feedback.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from '../sign-in/auth.module.css'
import { demoCast, enterAsDemo } from './demo.ts'
import { type DemoPerson, type RoleTrial, trialRoles } from './demo-types.ts'

const t = pageTranslator(accountMessages)
/** The operators' console, a separate page. */
const operatorHome = '/executor'
/** The number of demo accounts, for the size of the skeleton. */
const peopleExpected = 4

/** The card with the demo accounts. The chosen account, if it exists, is the main button. */
export function DemoPeople({ chosen }: { readonly chosen: string | null }) {
  const loaded = useResource(demoCast)
  const people = loaded.state === 'ready' ? loaded.value.people : undefined
  const [busy, setBusy] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const person = people?.find((candidate) => isCalled(candidate, chosen))
  const enter = async ({ name, role }: DemoPerson) => {
    setBusy(name)
    setError(null)
    const failure = await enterAsDemo(name)
    if (failure === null) location.assign(role === 'operator' ? operatorHome : '/')
    else {
      setBusy(null)
      setError(failureText(failure))
    }
  }
  const click = (chosenOne: DemoPerson) => () => {
    enter(chosenOne).catch(() => setBusy(null))
  }
  if (loaded.state === 'error') return <Banner tone="warn">{t('demoFailed')}</Banner>
  return (
    <section className={styles['demo']} aria-labelledby="demo-title">
      <h2 id="demo-title">{t('demoTitle')}</h2>
      <p>{t('demoText')}</p>
      {error !== null && (
        <Banner tone="bad" isSpoken>
          {error}
        </Banner>
      )}
      {chosen !== null && people !== undefined && person === undefined && (
        <Banner tone="warn">{t('demoUnknown', { name: chosen })}</Banner>
      )}
      {chosen !== null && people === undefined && <Skeleton height={48} />}
      {person !== undefined && (
        <ChosenButton name={person.name} isBusy={busy === person.name} onClick={click(person)} />
      )}
      <ul className={styles['people']}>
        {people === undefined
          ? Array.from({ length: peopleExpected }, (_, index) => (
              <li key={index}>
                <Skeleton height={104} />
              </li>
            ))
          : people.map((entry) => (
              <li key={entry.name}>
                <PersonButton person={entry} isBusy={busy !== null} onClick={click(entry)} />
              </li>
            ))}
      </ul>
      <RoleTrials
        trials={loaded.state === 'ready' ? loaded.value.trials : undefined}
        isBusy={busy !== null}
        onPick={({ name }) => click({ name, role: 'operator' })()}
      />
    </section>
  )
}

const roleWords = {
  support: t('trialSupport'),
  kyc: t('trialKyc'),
  finance: t('trialFinance'),
  risk: t('trialRisk'),
  admin: t('trialAdmin'),
} as const satisfies Record<RoleTrial['role'], string>

type RoleTrialsProps = {
  /** Undefined while loading. */
  readonly trials: readonly RoleTrial[] | undefined
  readonly isBusy: boolean
  readonly onPick: (trial: RoleTrial) => void
}

/** Placeholders of the same size, until the accounts are loaded. */
const expectedTrials: readonly RoleTrial[] = trialRoles.map((role) => ({ role, name: '' }))

/** Buttons that open the console as an operator with a single role. */
function RoleTrials({ trials, isBusy, onPick }: RoleTrialsProps) {
  if (trials?.length === 0) return null
  return (
    <div className={styles['trials']} role="group" aria-label={t('trials')}>
      <p>{t('trials')}</p>
      {(trials ?? expectedTrials).map((trial) => (
        <Button
          key={trial.role}
          size="small"
          disabled={isBusy || trials === undefined}
          onClick={() => onPick(trial)}
        >
          {roleWords[trial.role]}
        </Button>
      ))}
    </div>
  )
}

/** The account that the link named. It is focused as soon as it is rendered, so that Enter signs in. */
function ChosenButton({
  name,
  isBusy,
  onClick,
}: {
  readonly name: string
  readonly isBusy: boolean
  readonly onClick: () => void
}) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The focus is not taken from a user who already types elsewhere.
    if (document.activeElement?.matches('input, select, textarea') === true) return
    container.current?.querySelector('button')?.focus()
  }, [])
  return (
    <div ref={container}>
      <Button kind="primary" size="large" isWide isBusy={isBusy} onClick={onClick}>
        {t('demoChosen', { name })}
        <Icon name="arrow-right" size={18} />
      </Button>
    </div>
  )
}

function isCalled(person: DemoPerson, name: string | null): boolean {
  return name !== null && person.name.toLowerCase() === name.toLowerCase()
}

function PersonButton({
  person,
  isBusy,
  onClick,
}: {
  readonly person: DemoPerson
  readonly isBusy: boolean
  readonly onClick: () => void
}) {
  return (
    <button
      type="button"
      className={styles['person']}
      title={t('demoSignIn', { name: person.name })}
      disabled={isBusy}
      onClick={onClick}
    >
      <span className={styles['avatar']} aria-hidden="true">
        {initialOf(person.name)}
      </span>
      {person.name}
      <span className={styles['role']}>
        {t(person.role === 'operator' ? 'demoOperator' : 'demoTrader')}
      </span>
    </button>
  )
}
